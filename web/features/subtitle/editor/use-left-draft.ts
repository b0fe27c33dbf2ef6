import {
  discardSubtitleDraft,
  getSubtitleDraft,
  takeSubtitleDraft,
  takeSubtitleLock,
} from '@lectern/contract/features/subtitle.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import type { DraftKeeper } from '../../../components/workbench/draft-keeper.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { type LeftBehind, useLeftBehind } from '../../../components/workbench/use-left-behind.ts';
import { call } from '../../../lib/api-client.ts';
import { windowId } from '../../../lib/window-id.ts';
import { putCues } from '../model/cue-changes.ts';

type Options = {
  work: TextWork;
  id: string;
  keeper: DraftKeeper;
  draft: TextDraftInfo | null;
  refresh: () => Promise<unknown>;
};

/** A draft of these cues that was there before one came. */
export function useLeftDraft({ work, id, keeper, draft, refresh }: Options): LeftBehind {
  const params = { id };
  return useLeftBehind({
    draft,
    refresh,
    goOn: async ({ own, version }) => {
      await call(takeSubtitleLock, { params, body: { window: windowId } }, { quiet: true });
      if (!own) await call(takeSubtitleDraft, { params, body: { window: windowId, version } }, { quiet: true });
      const kept = await call(getSubtitleDraft, { params }, { quiet: true });
      if (!kept) return;
      putCues(work, kept.parts[0]?.cues ?? []);
      keeper.adopt(kept.draft);
    },
    discard: async ({ version }) => {
      await call(discardSubtitleDraft, { params, query: { window: windowId, version } }, { quiet: true });
      await refresh();
    },
  });
}
