import { listReadings, type ReadingSource } from '@lectern/contract/features/reading.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../../lib/queries.ts';

/** What was read from a resource, as far as it is current: at most one text of each source. */
export function useReadings(id: string, sources: readonly ReadingSource[], enabled = true) {
  const readings = useQuery({ ...queryOf(listReadings, { params: { id } }, { quiet: true }), enabled });
  const current = readings.data?.filter((one) => one.current && sources.includes(one.source)) ?? [];
  return { ...readings, current };
}
