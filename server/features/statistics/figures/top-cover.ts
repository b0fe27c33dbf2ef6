import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays } from '@lectern/contract/statistics/period.ts';
import { lastDayOf, spanKinds } from '../fold/span.ts';
import type { TopSpan } from '../fold/top-list.ts';
import { listDays, startOfSpan } from './viewer-cover.ts';

export type TopCover = { spans: TopSpan[] /** Days without a list. */; rest: string[] };

export const topSpanKey = ({ span, day }: TopSpan): string => `${span} ${day}`;

/** The fewest lists that have each of these days once. */
export function topCoverOf({ from, to }: Days, isListed: (span: TopSpan) => boolean): TopCover {
  const covered = new Set<string>();
  const spans: TopSpan[] = [];
  for (const span of spanKinds) {
    for (let at = from; at <= to; ) {
      const one = { span, day: startOfSpan(span, at) };
      const last = lastDayOf(one);
      const days = listDays({ from: one.day, to: last });
      const isFree = one.day >= from && last <= to && !days.some((day) => covered.has(day));
      if (isFree && isListed(one)) {
        spans.push(one);
        for (const day of days) covered.add(day);
      }
      at = addDays(last, 1);
    }
  }
  const left = listDays({ from, to }).filter((day) => !covered.has(day));
  const { listed = [], bare = [] } = Object.groupBy(left, (day) =>
    isListed({ span: 'day', day }) ? 'listed' : 'bare',
  );
  return { spans: [...spans, ...listed.map((day) => ({ span: 'day' as const, day }))], rest: bare };
}
