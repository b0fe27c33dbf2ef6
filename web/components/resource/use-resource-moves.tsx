import {
  getResource,
  listLibraryResources,
  listMyResources,
  listResources,
  moveResource,
  type ResourceDetailView,
} from '@lectern/contract/features/resource.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import { type ReactNode, useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { type MoveAnswer, MoveDialog } from './move-dialog.tsx';
import { type AskingMove, asksFirst, moveIcons } from './move-kinds.ts';

type Movable = Pick<ResourceDetailView, 'id' | 'title' | 'state' | 'version' | 'moves'>;
export type MoveOffer = { move: ResourceMove; label: string; icon: IconName; look: 'plain' | 'danger' };

const dangerous: readonly ResourceMove[] = ['reject', 'trash', 'purge'];
/** What usually comes next, the first that this person may do. */
const nextSteps: readonly ResourceMove[] = ['publish', 'submit', 'restore'];

type Options = {
  /** The resource as it is now; null: it is purged. */
  onMoved?: (resource: ResourceDetailView | null) => void;
};

/**
 * What this person may do with one resource's state right now: the next step for its button, the others for its menu.
 * Whoever uses it draws `dialog`.
 */
export function useResourceMoves(resource: Movable, { onMoved }: Options = {}) {
  const { resource: texts } = useTexts();
  const [asking, setAsking] = useState<AskingMove | null>(null);
  const mutation = useMutationOf(moveResource, {
    invalidates: [listResources, listMyResources, listLibraryResources, getResource],
    quiet: asking !== null,
  });
  const make = (move: ResourceMove, answer: MoveAnswer = {}) =>
    mutation.mutate(
      { params: { id: resource.id }, body: { move, version: resource.version, ...answer } },
      {
        onSuccess: (moved) => {
          setAsking(null);
          notify({ level: 'success', title: fillText(texts.moved[move], { title: resource.title }) });
          onMoved?.(moved);
        },
      },
    );
  const begin = (move: ResourceMove) => {
    mutation.reset();
    if (asksFirst(move)) setAsking(move);
    else make(move);
  };
  const offers: MoveOffer[] = resource.moves.map((move) => ({
    move,
    label: texts.moves[move],
    icon: moveIcons[move],
    look: dangerous.includes(move) ? 'danger' : 'plain',
  }));
  const next = nextSteps.map((step) => offers.find(({ move }) => move === step)).find((offer) => offer !== undefined);
  const dialog: ReactNode = asking && (
    <MoveDialog
      move={asking}
      resource={resource}
      count="1"
      busy={mutation.isPending}
      error={mutation.error}
      onConfirm={(answer) => make(asking, answer)}
      onClose={() => setAsking(null)}
    />
  );
  return { offers, next, others: offers.filter((offer) => offer !== next), begin, busy: mutation.isPending, dialog };
}
