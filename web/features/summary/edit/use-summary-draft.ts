import {
  discardSummaryDraft,
  putSummaryDraft,
  type SummaryDraftPart,
} from '@lectern/contract/features/summary-draft.ts';
import { useEffect, useState } from 'react';
import { createDraftLoop, type DraftLoop } from '../../../components/workbench/draft-loop.ts';
import { call } from '../../../lib/api-client.ts';
import { useOnline } from '../../../lib/online.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { windowId } from '../../../lib/window-id.ts';
import { draftOf, type EditedSummary, sameSummary } from '../model/edited-summary.ts';
import type { SummaryWork } from '../model/summary-work.ts';

export type SummaryKeeper = DraftLoop<EditedSummary, SummaryDraftPart>;

/** The draft of what is typed here: the whole summary, kept while the page is open. */
export function useSummaryDraft(work: SummaryWork, id: string, baseId: string): SummaryKeeper {
  const base = useLatest(baseId);
  const [keeper] = useState(() =>
    createDraftLoop<EditedSummary, SummaryDraftPart>({
      read: () => work.state.get().value,
      subscribe: work.state.subscribe,
      changesOf: (from, to) => (sameSummary(from, to) ? [] : [{ number: 1, content: draftOf(to) }]),
      send: (parts, version) =>
        call(
          putSummaryDraft,
          { params: { id }, body: { baseId: base.current, window: windowId, version, parts } },
          { quiet: true },
        ),
      drop: (version) =>
        call(discardSummaryDraft, { params: { id }, query: { window: windowId, version } }, { quiet: true }),
    }),
  );
  useEffect(() => keeper.start(), [keeper]);
  const online = useOnline();
  useEffect(() => {
    if (online && keeper.status.get().state === 'failed') void keeper.flush();
  }, [online, keeper]);
  return keeper;
}
