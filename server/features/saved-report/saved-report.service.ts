import { mayOpenPath } from '@lectern/contract/access.ts';
import type { BodyOf } from '@lectern/contract/endpoint.ts';
import { accessStatPage } from '@lectern/contract/features/access-stat.ts';
import { libraryStatPage } from '@lectern/contract/features/library-stat.ts';
import type { createSavedReport, SavedReport, updateSavedReport } from '@lectern/contract/features/saved-report.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
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
export const pagePaths: Record<SavedReport['page'], string> = {
  'data.resource': libraryStatPage,
  'data.accessStat': accessStatPage,
};

/** A saved address of a statistics page. Everyone who opens it sees only what they may see. */
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
    return present(await this.#getOwn(principal, id), principal);
  }

  async update(
    { principal }: SignedInContext,
    id: string,
    { version, ...changes }: BodyOf<typeof updateSavedReport>,
  ): Promise<SavedReport> {
    const report = await this.#getOwn(principal, id);
    requirePage(principal, report.page);
    const values = { ...report, ...changes };
    const isRescheduled = changes.mailed !== undefined || changes.mailedOn !== undefined;
    if (isRescheduled) values.nextMailedAt = nextMailing(values.mailed, values.mailedOn, new Date());
    if (!(await updateReport(this.#db, id, version, values))) throw new AppError('changedMeanwhile');
    return present(await this.#getOwn(principal, id), principal);
  }

  async delete({ principal }: SignedInContext, id: string): Promise<null> {
    if (!(await deleteReport(this.#db, id, principal.userId))) throw new AppError('notFound');
    return null;
  }

  async #getOwn({ userId }: Principal, id: string): Promise<ReportRecord> {
    const report = await findOwnReport(this.#db, id, userId);
    if (!report) throw new AppError('notFound');
    return report;
  }
}

/** The endpoints serve both statistics pages, so access to the report's own page is checked here. */
function requirePage(principal: Principal, page: SavedReport['page']): void {
  if (!mayOpenPath(principal, pagePaths[page])) throw new AppError('notFound');
}

function present({ ownerId, ownerName, ...report }: ReportRecord, { userId }: Principal): SavedReport {
  return {
    ...report,
    owner: { id: ownerId, name: ownerName },
    mine: ownerId === userId,
    lastMailedAt: report.lastMailedAt?.toISOString() ?? null,
    nextMailedAt: report.nextMailedAt?.toISOString() ?? null,
  };
}
