import { discardSubtitleDraft, putSubtitleDraft } from '@lectern/contract/features/subtitle.ts';
import { useEffect, useState } from 'react';
import { createDraftKeeper, type DraftKeeper } from '../../../components/workbench/draft-keeper.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { call } from '../../../lib/api-client.ts';
import { useOnline } from '../../../lib/online.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { windowId } from '../../../lib/window-id.ts';
import { cuesOf } from '../model/cue-lines.ts';

/** The draft of what is typed here: all cues, kept while the page is open. */
export function useCueDraft(work: TextWork, id: string, baseId: string): DraftKeeper {
  const base = useLatest(baseId);
  const [keeper] = useState(() =>
    createDraftKeeper({
      work,
      send: (parts, version) => {
        const whole = parts.map(({ lines }) => ({ number: 1 as const, cues: cuesOf(lines) }));
        const body = { baseId: base.current, window: windowId, version, parts: whole };
        return call(putSubtitleDraft, { params: { id }, body }, { quiet: true });
      },
      drop: (version) =>
        call(discardSubtitleDraft, { params: { id }, query: { window: windowId, version } }, { quiet: true }),
    }),
  );
  useEffect(() => keeper.start(), [keeper]);
  const online = useOnline();
  useEffect(() => {
    if (online && keeper.status.get().state === 'failed') void keeper.flush();
  }, [online, keeper]);
  return keeper;
}
