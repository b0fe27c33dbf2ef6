import {
  accessRecordList,
  listAccessRecords,
  newerAccessRecords,
  sumAccessRecords,
} from '@lectern/contract/features/access-record.ts';
import { printView } from '@lectern/contract/list/list-address.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useListAddress } from '../../components/list-page/use-list-address.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { isAnswerOf, queryOf } from '../../lib/queries.ts';

const everyMs = 3_000;

/** Follows what comes in: new rows appear by themselves while it is on. */
export function LiveButton() {
  const { accessRecord: texts } = useTexts();
  const format = useFormat();
  const client = useQueryClient();
  const { address } = useListAddress(accessRecordList);
  const view = printView(accessRecordList, address);
  const key = JSON.stringify(view);
  const [live, setLive] = useState(false);
  const [seen, setSeen] = useState<{ key: string; after: number; arrived: number } | null>(null);
  const known = seen?.key === key ? seen : null;
  const { data, error } = useQuery({
    ...queryOf(newerAccessRecords, { query: { ...view, ...(known && { after: known.after }) } }, { quiet: true }),
    enabled: live,
    refetchInterval: everyMs,
    staleTime: 0,
    gcTime: 0,
  });
  const refresh = useCallback(
    () => void client.invalidateQueries({ predicate: isAnswerOf([listAccessRecords, sumAccessRecords]) }),
    [client],
  );
  useEffect(() => {
    if (!live || !data) return;
    if (!known) {
      setSeen({ key, after: data.latest, arrived: 0 });
      return;
    }
    if (data.latest <= known.after) return;
    setSeen({ key, after: data.latest, arrived: known.arrived + data.rows.length });
    if (data.rows.length > 0) refresh();
  }, [live, data, known, key, refresh]);
  const arrived = known?.arrived ?? 0;
  const status = error
    ? texts.live.cut
    : arrived > 0
      ? fillText(texts.live.arrived, { count: format.number(arrived) })
      : texts.live.waiting;
  return (
    <Button
      className="record-live"
      aria-pressed={live}
      title={live ? texts.live.pause : texts.live.hint}
      onClick={() => {
        setSeen(null);
        setLive(!live);
        // Show what came in during the pause at once.
        if (!live) refresh();
      }}
    >
      <span className="record-live-dot" aria-hidden="true" />
      {texts.live.name}
      {live && <small aria-live="polite">{status}</small>}
    </Button>
  );
}
