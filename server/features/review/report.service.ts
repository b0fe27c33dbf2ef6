import type { BodyOf } from '@lectern/contract/endpoint.ts';
import type { reportPortalResource } from '@lectern/contract/portal/portal-report.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PortalContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { newId } from '../../platform/new-id.ts';
import { countReportsToday, ensureReview, findOpenReport, insertReport, lockReported } from './report.repository.ts';
import type { ReviewService } from './review.service.ts';

/** Maximum reports per reader per day. */
const mostOfReader = 20;
const dayMs = 24 * 3_600_000;

type Dependencies = { db: Db; reviews: Pick<ReviewService, 'reported'> };

export class ReportService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** A repeated report that nobody has settled yet counts once. */
  async take(
    { apiKey: { keyId } }: PortalContext,
    resourceId: string,
    said: BodyOf<typeof reportPortalResource>,
    isPublic: Condition,
  ): Promise<string> {
    const { reason, note } = said;
    const [reader, page, positionMs] = [said.reader ?? null, said.page ?? null, said.positionMs ?? null];
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      if (!(await lockReported(transaction, resourceId, isPublic))) throw new AppError('notFound');
      const known = await findOpenReport(transaction, { resourceId, keyId, reader });
      if (known) return known;
      if (reader !== null && (await countReportsToday(transaction, keyId, reader)) >= mostOfReader) {
        const until = new Date(Date.now() + dayMs).toISOString();
        throw new AppError('tooManyRequests', {
          params: { until },
          details: { until },
          retryAfterSeconds: dayMs / 1000,
        });
      }
      const id = newId();
      await insertReport(transaction, { id, resourceId, keyId, reason, note, reader, page, positionMs });
      await ensureReview(transaction, resourceId);
      await this.#dependencies.reviews.reported(transaction, resourceId, reason);
      return id;
    });
  }
}
