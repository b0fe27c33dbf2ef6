import { mayOpenPath } from '@lectern/contract/access.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { LibraryStatService } from '../library-stat/public.ts';
import type { AccessStatService } from '../statistics/public.ts';
import { nextMailing } from './next-mailing.ts';
import { type ReportFigures, readReport } from './report-figures.ts';
import { listDueReports, type ReportRecord, saveMailing } from './saved-report.repository.ts';
import { pagePaths } from './saved-report.service.ts';

type Mail = {
  configured(): boolean;
  queue(
    transaction: Executor,
    entry: { userId: string; template: 'report'; params: ReportFigures & { title: string }; link?: string },
  ): Promise<void>;
};
type Dependencies = {
  db: Db;
  stats: AccessStatService;
  library: LibraryStatService;
  mail: Mail;
  actorOf(userId: string): Promise<{ principal: Principal; forbidden: boolean }>;
  languageOf(userId: string): Promise<Language>;
};

/** Mails reports to their owners on schedule, limited to what each owner may see at that time. */
export class ReportMailService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** However many mailings were missed, the report is sent once. */
  async sendDue(signal: AbortSignal): Promise<number> {
    const { db, mail } = this.#dependencies;
    if (!mail.configured()) return 0;
    let sent = 0;
    const failed: unknown[] = [];
    for (const report of await listDueReports(db)) {
      if (signal.aborted) break;
      try {
        if (await this.#send(report)) sent += 1;
      } catch (error) {
        // One failure must not stop the other reports.
        failed.push(error);
      }
    }
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} reports could not be sent`);
    return sent;
  }

  async #send(report: ReportRecord): Promise<boolean> {
    const { db, actorOf, mail, languageOf, stats, library } = this.#dependencies;
    const { ownerId: userId, name: title, address, page } = report;
    const next = nextMailing(report.mailed, report.mailedOn, new Date());
    const { principal, forbidden } = await actorOf(userId);
    if (forbidden || !mayOpenPath(principal, pagePaths[page])) {
      // Skipped for now; mailings resume once the owner may open the page again.
      await saveMailing(db, report, { next, isSent: false });
      return false;
    }
    const context = { principal } as SignedInContext;
    const figures = await readReport({ stats, library }, report, context, await languageOf(userId));
    return db.transaction().execute(async (transaction) => {
      if (!(await saveMailing(transaction, report, { next, isSent: true }))) return false;
      const link = address ? `${pagePaths[page]}?${address}` : pagePaths[page];
      await mail.queue(transaction, { userId, template: 'report', params: { title, ...figures }, link });
      return true;
    });
  }
}
