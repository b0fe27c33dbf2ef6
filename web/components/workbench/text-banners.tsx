import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { useState } from 'react';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';

/** Whose draft it is and from when, with buttons to continue, take over or discard it. */
export function LeftBehindBanner({ left, baseId }: { left: LeftBehind; baseId: string }) {
  const { textWork } = useTexts();
  const format = useFormat();
  const [asks, setAsks] = useState(false);
  const { draft, busy } = left;
  if (!draft) return null;
  const said = draft.own ? textWork.draft.own : textWork.draft.others;
  return (
    <>
      <Banner
        tone="warning"
        icon="edit"
        actions={
          <>
            <Button onClick={() => setAsks(true)}>{textWork.draft.discard}</Button>
            <Button look="primary" busy={busy} onClick={() => void left.goOn()}>
              {draft.own ? textWork.draft.goOn : textWork.draft.takeOver}
            </Button>
          </>
        }
      >
        {fillText(said, { name: draft.by.name, time: format.dateTime(draft.updatedAt) })}{' '}
        {draft.baseId !== baseId && textWork.draft.older}
      </Banner>
      <ConfirmDialog
        open={asks}
        title={textWork.draft.discardTitle}
        confirmLabel={textWork.draft.discardConfirm}
        look="danger"
        busy={busy}
        onConfirm={() => {
          setAsks(false);
          void left.discard();
        }}
        onClose={() => setAsks(false)}
      >
        {textWork.draft.discardText}
      </ConfirmDialog>
    </>
  );
}

type NewerBannerProps = {
  newer: { number: number; createdBy: string | null };
  unsaved: boolean;
  /** Loads the newer version and drops unsaved edits. */
  onOpen: () => void;
};

/** A newer version of the text exists; unsaved edits are dropped only after a question. */
export function NewerBanner({ newer, unsaved, onOpen }: NewerBannerProps) {
  const { textWork } = useTexts();
  const [asks, setAsks] = useState(false);
  const said = newer.createdBy ? textWork.newer : textWork.newerMachine;
  return (
    <>
      <Banner
        tone="warning"
        actions={<Button onClick={() => (unsaved ? setAsks(true) : onOpen())}>{textWork.loadNewer}</Button>}
      >
        {fillText(said, { name: newer.createdBy ?? '', number: newer.number })} {unsaved && textWork.conflict}
      </Banner>
      <ConfirmDialog
        open={asks}
        title={textWork.loadNewer}
        confirmLabel={textWork.loadNewer}
        look="danger"
        onConfirm={onOpen}
        onClose={() => setAsks(false)}
      >
        {textWork.loadNewerText}
      </ConfirmDialog>
    </>
  );
}

type Options = {
  draft: TextDraftInfo | null;
  /** Reloads the draft. */
  refresh: () => Promise<unknown>;
  /** Takes over the draft and shows it. */
  goOn: (draft: TextDraftInfo) => Promise<void>;
  discard: (draft: TextDraftInfo) => Promise<unknown>;
};

/**
 * An existing draft from a closed window or another person. The text is read-only until the user decides what to do
 * with it.
 */
export function useLeftBehind({ draft, refresh, goOn, discard }: Options) {
  const [open, setOpen] = useState(draft !== null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const left = open ? draft : null;
  const attempt = async (action: (draft: TextDraftInfo) => Promise<unknown>) => {
    if (!left) return;
    setBusy(true);
    setError(null);
    try {
      await action(left);
      setOpen(false);
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setError(thrown);
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  return {
    draft: left,
    busy,
    error,
    /** The other person has finished editing and may have left a draft. */
    look: async () => {
      await refresh();
      setOpen(true);
    },
    goOn: () => attempt(goOn),
    discard: () => attempt(discard),
  };
}
export type LeftBehind = ReturnType<typeof useLeftBehind>;
