import {
  discardReadingDraft,
  getReadingDraft,
  takeReadingDraft,
  takeReadingLock,
} from '@lectern/contract/features/reading-edit.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { useState } from 'react';
import type { TextSource } from '../../components/work/text-href.ts';
import type { DraftKeeper } from '../../components/workbench/draft-keeper.ts';
import { partsChange } from '../../components/workbench/model/parts-change.ts';
import type { TextWork } from '../../components/workbench/model/text-work.ts';
import { call } from '../../lib/api-client.ts';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import { windowId } from '../../lib/window-id.ts';

type Options = {
  work: TextWork;
  params: { id: string; source: TextSource };
  keeper: DraftKeeper;
  draft: TextDraftInfo | null;
  refresh: () => Promise<unknown>;
};

/** A draft that was there before: of a window that was closed, or of somebody else. Nothing is typed until it is decided on. */
export function useFoundDraft({ work, params, keeper, draft, refresh }: Options) {
  const [open, setOpen] = useState(draft !== null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const attempt = async (deed: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await deed();
      setOpen(false);
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setError(thrown);
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  // What became of it meanwhile: its writer may have gone on, saved it, or thrown it away.
  const found = open ? draft : null;
  const lock = () => call(takeReadingLock, { params, body: { window: windowId } }, { quiet: true });
  return {
    draft: found,
    busy,
    error,
    /** Somebody who edited has finished: they may have left one behind. */
    look: async () => {
      await refresh();
      setOpen(true);
    },
    goOn: () =>
      attempt(async () => {
        if (!found) return;
        await lock();
        if (!found.own)
          await call(takeReadingDraft, { params, body: { window: windowId, version: found.version } }, { quiet: true });
        const kept = await call(getReadingDraft, { params }, { quiet: true });
        if (!kept) return;
        work.perform({ changes: partsChange(work.state.get().lines, kept.parts, work.newKey), after: null });
        keeper.adopt(kept.draft);
      }),
    discard: () =>
      attempt(async () => {
        if (!found) return;
        const query = { window: windowId, version: found.version };
        await call(discardReadingDraft, { params, query }, { quiet: true });
        await refresh();
      }),
  };
}
export type FoundDraft = ReturnType<typeof useFoundDraft>;
