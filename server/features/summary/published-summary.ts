import type { Db } from '../../platform/db/database.ts';
import { findMaskedText } from '../review/public.ts';
import { coverContent } from './summary.presenter.ts';
import { findVersion } from './summary-version.repository.ts';
/** As readers see it, with masked text redacted. */
export async function findPublishedSummary(db: Db, resourceId: string) {
  const [published, hidden] = await Promise.all([
    findVersion(db, resourceId, 'published'),
    findMaskedText(db, { resourceId, source: 'summary' }),
  ]);
  if (!published) return undefined;
  const { language, stale: outOfDate } = published;
  return { language, outOfDate, content: coverContent(published.content, hidden) };
}
