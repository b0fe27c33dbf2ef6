import {
  discardReadingDraft,
  getReadingDraft,
  takeReadingDraft,
  takeReadingLock,
} from '@lectern/contract/features/reading-edit.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import type { TextSource } from '../../components/work/text-href.ts';
import type { DraftKeeper } from '../../components/workbench/draft-keeper.ts';
import { partsChange } from '../../components/workbench/model/parts-change.ts';
import type { TextWork } from '../../components/workbench/model/text-work.ts';
import { type LeftBehind, useLeftBehind } from '../../components/workbench/use-left-behind.ts';
import { call } from '../../lib/api-client.ts';
import { windowId } from '../../lib/window-id.ts';

type Options = {
  work: TextWork;
  params: { id: string; source: TextSource };
  keeper: DraftKeeper;
  draft: TextDraftInfo | null;
  refresh: () => Promise<unknown>;
};

/** A draft of a text that was there before, put on screen as something that can be undone. */
export function useFoundDraft({ work, params, keeper, draft, refresh }: Options): LeftBehind {
  const quiet = { quiet: true };
  return useLeftBehind({
    draft,
    refresh,
    goOn: async ({ own, version }) => {
      await call(takeReadingLock, { params, body: { window: windowId } }, quiet);
      if (!own) await call(takeReadingDraft, { params, body: { window: windowId, version } }, quiet);
      const kept = await call(getReadingDraft, { params }, quiet);
      if (!kept) return;
      work.perform({ changes: partsChange(work.state.get().lines, kept.parts, work.newKey), after: null });
      keeper.adopt(kept.draft);
    },
    discard: async ({ version }) => {
      await call(discardReadingDraft, { params, query: { window: windowId, version } }, quiet);
      await refresh();
    },
  });
}
