import { mayOpenPath } from '@lectern/contract/access.ts';
import type { BodyOf } from '@lectern/contract/endpoint.ts';
import { accessStatPage } from '@lectern/contract/features/access-stat.ts';
import { libraryStatPage } from '@lectern/contract/features/library-stat.ts';
import type { createSavedReport, SavedReport, updateSavedReport } from '@lectern/contract/features/saved-report.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import { nextMailing } from './next-mailing.ts';
import {
  countOwnReports,
  deleteReport,
  findOwnReport,
  insertReport,
  listReports,
  type ReportRecord,
  updateReport,
} from './saved-report.repository.ts';

const mostReports = 200;
const pagePaths: Record<SavedReport['page'], string> = {
  'data.resource': libraryStatPage,
  'data.accessStat': accessStatPage,
};

/** What a page of statistics showed, under a name: looks, not figures. Whoever opens it sees what they may see. */
export class SavedReportService {
  readonly #db: Db;
  readonly #timeZone: string;

  constructor(db: Db, { timeZone }: { timeZone: string }) {
    this.#db = db;
    this.#timeZone = timeZone;
  }

  async list({ principal }: SignedInContext, page: SavedReport['page']): Promise<SavedReport[]> {
    requirePage(principal, page);
    const reports = await listReports(this.#db, principal.userId, page);
    return reports.map((report) => present(report, principal));
  }

  async create({ principal }: SignedInContext, values: BodyOf<typeof createSavedReport>): Promise<SavedReport> {
    requirePage(principal, values.page);
    if ((await countOwnReports(this.#db, principal.userId)) >= mostReports) {
      throw invalidField('name', 'atMost', { limit: mostReports });
    }
    const id = newId();
    const mailedOn = values.mailedOn ?? { weekday: 1, monthDay: 1, hour: 7, timeZone: this.#timeZone };
    const nextMailedAt = nextMailing(values.mailed, mailedOn, new Date());
    await insertReport(this.#db, { ...values, mailedOn, nextMailedAt, id, ownerId: principal.userId });
    return this.#own(principal, id);
  }

  async update(
    { principal }: SignedInContext,
    id: string,
    { version, ...changes }: BodyOf<typeof updateSavedReport>,
  ): Promise<SavedReport> {
    const report = await findOwnReport(this.#db, id, principal.userId);
    if (!report) throw new AppError('notFound');
    requirePage(principal, report.page);
    const { name, address, shared, mailed, mailed_on: mailedOn } = report;
    const values = { ...{ name, address, shared, mailed, mailedOn }, ...changes };
    // A name or a look that changed moves nothing of when it is sent.
    const nextMailedAt =
      changes.mailed === undefined && changes.mailedOn === undefined
        ? report.next_mailed_at
        : nextMailing(values.mailed, values.mailedOn, new Date());
    if (!(await updateReport(this.#db, id, version, { ...values, nextMailedAt })))
      throw new AppError('changedMeanwhile');
    return this.#own(principal, id);
  }

  async delete({ principal }: SignedInContext, id: string): Promise<null> {
    if (!(await deleteReport(this.#db, id, principal.userId))) throw new AppError('notFound');
    return null;
  }

  async #own(principal: Principal, id: string): Promise<SavedReport> {
    const report = await findOwnReport(this.#db, id, principal.userId);
    if (!report) throw new AppError('notFound');
    return present(report, principal);
  }
}

/** Either page lets somebody call; the reports of one are for those who may open it. */
function requirePage(principal: Principal, page: SavedReport['page']): void {
  if (!mayOpenPath(principal, pagePaths[page])) throw new AppError('notFound');
}

function present(report: ReportRecord, { userId }: Principal): SavedReport {
  const { id, page, name, address, shared, mailed, version } = report;
  return {
    ...{ id, page, name, address, shared, mailed, mailedOn: report.mailed_on, version },
    owner: { id: report.owner_id, name: report.owner_name },
    mine: report.owner_id === userId,
    lastMailedAt: report.last_mailed_at?.toISOString() ?? null,
    nextMailedAt: report.next_mailed_at?.toISOString() ?? null,
  };
}
