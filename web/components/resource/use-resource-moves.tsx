import {
  getResource,
  listLibraryResources,
  listMyResources,
  listResources,
  moveResource,
  neighbours,
  type ResourceDetailView,
} from '@lectern/contract/features/resource.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import { type ReactNode, useState } from 'react';
import { noticeOf } from '../../lib/failure-listener.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { type AskingMove, asksFirst, moveIcons } from './list/resource-dialog.ts';
import { type MoveAnswer, MoveDialog } from './move-dialog.tsx';

type Movable = Pick<ResourceDetailView, 'id' | 'title' | 'state' | 'version' | 'moves'>;
export type MoveOffer = { move: ResourceMove; label: string; icon: IconName; look: 'plain' | 'danger' };

const dangerous: readonly ResourceMove[] = ['reject', 'trash', 'purge'];
/** Usual next steps; the first one this person may take is offered. */
const nextSteps: readonly ResourceMove[] = ['publish', 'submit', 'restore'];

type Options = {
  /** Called with the updated resource; null when it was purged. */
  onMoved?: (resource: ResourceDetailView | null) => void;
};

/**
 * The moves this person may make with a resource: the next step for its button, the others for its menu. The caller
 * must render `dialog`.
 */
export function useResourceMoves(resource: Movable, { onMoved }: Options = {}) {
  const { resource: texts } = useTexts();
  const [asking, setAsking] = useState<AskingMove | null>(null);
  const [isOutOfDate, setOutOfDate] = useState(false);
  const mutation = useMutationOf(moveResource, {
    invalidates: [listResources, listMyResources, listLibraryResources, getResource, neighbours],
    quiet: true,
  });
  const make = (move: ResourceMove, answer: MoveAnswer & { acceptOutOfDate?: true } = {}) =>
    mutation.mutate(
      { params: { id: resource.id }, body: { move, version: resource.version, ...answer } },
      {
        onSuccess: (moved) => {
          setAsking(null);
          setOutOfDate(false);
          notify({ level: 'success', title: fillText(texts.moved[move], { title: resource.title }) });
          onMoved?.(moved);
        },
        onError: (error) => {
          if (error.code === 'summaryOutOfDate') return setOutOfDate(true);
          setOutOfDate(false);
          const notice = asking === null && error.kind !== 'loginExpired' && noticeOf(error);
          if (notice) notify(notice);
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
  const dialog: ReactNode = isOutOfDate ? (
    <ConfirmDialog
      open
      title={texts.outOfDate.title}
      confirmLabel={texts.outOfDate.anyway}
      busy={mutation.isPending}
      onConfirm={() => make('publish', { acceptOutOfDate: true })}
      onClose={() => setOutOfDate(false)}
    >
      {fillText(texts.outOfDate.text, { title: resource.title })}
    </ConfirmDialog>
  ) : (
    asking && (
      <MoveDialog
        move={asking}
        resource={resource}
        count="1"
        busy={mutation.isPending}
        error={mutation.error}
        onConfirm={(answer) => make(asking, answer)}
        onClose={() => setAsking(null)}
      />
    )
  );
  return { offers, next, others: offers.filter((offer) => offer !== next), begin, busy: mutation.isPending, dialog };
}
