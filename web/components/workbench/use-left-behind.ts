import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { useState } from 'react';
import { type ApiError, isApiError } from '../../lib/api-error.ts';

type Options = {
  draft: TextDraftInfo | null;
  /** Asks anew whether there is one. */
  refresh: () => Promise<unknown>;
  /** Makes it one's own and puts it on screen. */
  goOn: (draft: TextDraftInfo) => Promise<void>;
  discard: (draft: TextDraftInfo) => Promise<unknown>;
};

/** A draft that was there before: of a window that was closed, or of somebody else. Nothing is typed until it is decided on. */
export function useLeftBehind({ draft, refresh, goOn, discard }: Options) {
  const [open, setOpen] = useState(draft !== null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const left = open ? draft : null;
  const attempt = async (deed: (draft: TextDraftInfo) => Promise<unknown>) => {
    if (!left) return;
    setBusy(true);
    setError(null);
    try {
      await deed(left);
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
    /** Somebody who edited has finished: they may have left one behind. */
    look: async () => {
      await refresh();
      setOpen(true);
    },
    goOn: () => attempt(goOn),
    discard: () => attempt(discard),
  };
}
export type LeftBehind = ReturnType<typeof useLeftBehind>;
