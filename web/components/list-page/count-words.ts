import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { Format } from '../../lib/format.ts';

/** Formats a count; one that stopped at its limit reads “10,000+”. */
export function countWords({ value, exact }: BoundedCount, format: Pick<Format, 'number'>): string {
  return `${format.number(value)}${exact ? '' : '+'}`;
}
