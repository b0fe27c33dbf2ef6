import { discardReadingDraft, putReadingDraft } from '@lectern/contract/features/reading-edit.ts';
import { useEffect, useState } from 'react';
import type { TextSource } from '../../components/work/text-href.ts';
import { createDraftKeeper, type DraftKeeper } from '../../components/workbench/draft-keeper.ts';
import type { TextWork } from '../../components/workbench/model/text-work.ts';
import { call } from '../../lib/api-client.ts';
import { useOnline } from '../../lib/online.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { windowId } from '../../lib/window-id.ts';

type Options = { work: TextWork; params: { id: string; source: TextSource }; baseId: string };

/** The draft of what is typed here, kept while the page is open. */
export function useKeptDraft({ work, params, baseId }: Options): DraftKeeper {
  const base = useLatest(baseId);
  const [keeper] = useState(() =>
    createDraftKeeper({
      work,
      send: (parts, version) => {
        const body = { baseId: base.current, window: windowId, version, parts };
        return call(putReadingDraft, { params, body }, { quiet: true });
      },
      drop: (version) => call(discardReadingDraft, { params, query: { window: windowId, version } }, { quiet: true }),
    }),
  );
  useEffect(() => keeper.start(), [keeper]);
  const online = useOnline();
  useEffect(() => {
    if (online && keeper.status.get().state === 'failed') void keeper.flush();
  }, [online, keeper]);
  return keeper;
}
