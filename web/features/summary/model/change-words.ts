import type { SummaryChange } from '@lectern/contract/features/summary.ts';
import type { SummaryTexts } from '@lectern/contract/messages/en/summary.ts';
import type { Format } from '../../../lib/format.ts';
import { fillText } from '../../../lib/i18n/use-texts.ts';

/** What changed since a summary was made, when, and by whom. */
export function changeWords(change: SummaryChange, { outOfDate }: SummaryTexts, format: Format): string {
  const { source, at, by, fromVersion, toVersion } = change;
  if (source === 'unknown' || at === null) return outOfDate.unknown;
  const time = format.dateTime(at);
  if (source === 'file') return fillText(outOfDate.file, { time, from: fromVersion, to: toVersion });
  const text = outOfDate.sources[source];
  return by === null
    ? fillText(outOfDate.machine, { source: text, time })
    : fillText(outOfDate.person, { source: text, time, name: by });
}
