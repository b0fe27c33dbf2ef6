import type { ResourceRow } from '@lectern/contract/features/resource.ts';
import type { Format } from '../../../lib/format.ts';
import { fillText, type Texts } from '../../../lib/i18n/use-texts.ts';

type Measured = Pick<ResourceRow, 'durationSeconds' | 'pageCount' | 'width' | 'height'>;

/** A resource's length in its own unit: minutes, pages or pixels. */
export function lengthWords(
  { durationSeconds, pageCount, width, height }: Measured,
  { texts, format }: { texts: Texts; format: Format },
): string | undefined {
  if (durationSeconds !== null) return format.duration(durationSeconds * 1000);
  if (pageCount !== null) return fillText(texts.resource.pages, { count: format.number(pageCount) });
  return width !== null && height !== null ? `${width} × ${height}` : undefined;
}
