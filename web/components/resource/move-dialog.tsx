import { listUses } from '@lectern/contract/features/resource-detail.ts';
import { resourceMoves } from '@lectern/contract/features/resource-state.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { TextareaField, TextField } from '../text-field.tsx';
import type { AskingMove } from './list/resource-dialog.ts';
import './move-dialog.css';

export type MoveAnswer = { reason?: string; confirm?: string };
type Props = {
  move: AskingMove;
  /** Set when there is just one resource. */
  resource?: { id: string; title: string } | undefined;
  /** The number of resources, formatted. */
  count: string;
  busy: boolean;
  error?: unknown;
  onConfirm: (answer: MoveAnswer) => void;
  onClose: () => void;
};

/**
 * Asks for a reason where needed, shows where a resource is used, and requires typing to confirm a permanent deletion.
 */
export function MoveDialog({ move, resource, count, busy, error, onConfirm, onClose }: Props) {
  const { resource: texts, words } = useTexts();
  const form = useId();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const said = texts.move[move];
  const what = resource ? `“${resource.title}”` : fillText(texts.move.what, { count });
  const asked = 'reason' in resourceMoves[move] ? (resourceMoves[move] as { reason: string }).reason : undefined;
  const expected = resource ? resource.title : count;
  const matches = move !== 'purge' || typed.trim() === expected.trim();
  const submit = () => {
    setTried(true);
    if (busy || !matches || (asked === 'required' && !reason.trim())) return;
    onConfirm({ ...(asked && { reason: reason.trim() }), ...(move === 'purge' && { confirm: typed.trim() }) });
  };
  const footer = (
    <>
      <Button onClick={onClose} {...(move !== 'purge' && !asked && { 'data-first-focus': true })}>
        {words.cancel}
      </Button>
      <Button look="danger" submits form={form} busy={busy} disabled={!matches}>
        {texts.moves[move]}
      </Button>
    </>
  );
  return (
    <Dialog open className="move-dialog" title={fillText(said.title, { what })} onClose={onClose} footer={footer}>
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {error != null && <ErrorPanel error={error} title={texts.move.refused} />}
        <p>{said.text}</p>
        {resource && move !== 'reject' && <Uses id={resource.id} />}
        {asked && (
          <TextareaField
            label={asked === 'required' ? texts.move.reason : texts.move.optionalReason}
            hint={texts.move.reasonHint}
            error={tried && asked === 'required' && !reason.trim() ? texts.move.reasonNeeded : undefined}
            value={reason}
            maxLength={1000}
            rows={2}
            data-first-focus
            onChange={setReason}
          />
        )}
        {move === 'purge' && (
          <TextField
            label={
              resource
                ? fillText(texts.move.typeTitle, { title: resource.title })
                : fillText(texts.move.typeCount, { count })
            }
            value={typed}
            autoComplete="off"
            spellCheck={false}
            data-first-focus
            onChange={setTyped}
          />
        )}
      </form>
    </Dialog>
  );
}

const shownUses = 5;

/** Where the resource is used. If this can't be loaded, the move can still go ahead. */
function Uses({ id }: { id: string }) {
  const { resource: texts } = useTexts();
  const uses = useQuery(queryOf(listUses, { params: { id } }, { quiet: true })).data ?? [];
  if (uses.length === 0) return null;
  return (
    <Banner tone="warning">
      {texts.move.uses}
      <ul className="move-dialog-uses">
        {uses.slice(0, shownUses).map(({ kind, name, link }) => (
          <li key={`${kind} ${link} ${name}`}>
            {kind === 'favourite' ? fillText(texts.move.favourites, { count: Number(name) }) : name}
          </li>
        ))}
        {uses.length > shownUses && <li>{fillText(texts.move.moreUses, { count: uses.length - shownUses })}</li>}
      </ul>
    </Banner>
  );
}
