import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { useState } from 'react';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';

/** Whose draft it is and of when; to go on with, to take over, or to throw away after a question. */
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

type Options = {
  draft: TextDraftInfo | null;
  /** Asks again whether there is one. */
  refresh: () => Promise<unknown>;
  /** Makes it one's own and puts it on screen. */
  goOn: (draft: TextDraftInfo) => Promise<void>;
  discard: (draft: TextDraftInfo) => Promise<unknown>;
};

/** A draft that was there before: of a window that was closed, or of someone else. Nothing is typed until it is decided on. */
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
    /** Someone who edited has finished: they may have left one behind. */
    look: async () => {
      await refresh();
      setOpen(true);
    },
    goOn: () => attempt(goOn),
    discard: () => attempt(discard),
  };
}
export type LeftBehind = ReturnType<typeof useLeftBehind>;
