import type { QueryOf } from '@lectern/contract/endpoint.ts';
import type { AccessStat, exportAccessStat, StatFigure } from '@lectern/contract/features/access-stat.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import { begunValues } from '@lectern/contract/statistics/buckets.ts';
import { groupName } from '@lectern/contract/statistics/group-name.ts';
import type { Cell } from '../../../platform/list/csv.ts';

/** The page's figures as a table: one row per group and one column per bucket, or one row per bucket without groups. */
export function accessStatTable(
  stat: AccessStat,
  { groupBy, measure }: Pick<QueryOf<typeof exportAccessStat>, 'groupBy' | 'measure'>,
  texts: Messages,
): Cell[][] {
  const { statFile: headings, statistics } = texts;
  const { buckets, total, before, counted } = stat;
  const valuesOf = (series: readonly StatFigure[]) => {
    const values = series.map(({ value }) => value);
    return begunValues(buckets, values, counted.now);
  };
  const whole = valuesOf(stat.series);
  if (groupBy === 'none') {
    const startOf = ({ from, hour }: (typeof buckets)[number]) =>
      hour === null ? from : `${from} ${String(hour).padStart(2, '0')}:00`;
    return [
      [headings.from, headings.to, statistics.measures[measure]],
      ...buckets.map((bucket, place): Cell[] => [startOf(bucket), bucket.to, whole[place] ?? null]),
      [headings.total, '', total.value],
    ];
  }
  return [
    [statistics.groupings[groupBy], statistics.measures[measure], headings.before, ...buckets.map(({ from }) => from)],
    ...stat.groups.map((group): Cell[] => [
      groupName(groupBy, group, texts),
      group.figure.value,
      group.before?.value ?? null,
      ...(group.series ? valuesOf(group.series) : []),
    ]),
    [headings.total, total.value, before?.value ?? null, ...whole],
  ];
}
