import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { Format } from '../../lib/format.ts';

/** A count that ended at its limit says so: “10,000+”. */
export function countWords({ value, exact }: BoundedCount, format: Pick<Format, 'number'>): string {
  return `${format.number(value)}${exact ? '' : '+'}`;
}
