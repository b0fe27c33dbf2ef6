import { mayOpenPath } from '@lectern/contract/access.ts';
import { accessStatPage } from '@lectern/contract/features/access-stat.ts';
import { libraryStatPage } from '@lectern/contract/features/library-stat.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { AccessStatService } from '../figures/access-stat.service.ts';
import type { LibraryStatService } from '../library/library-stat.service.ts';
import { nextMailing } from './next-mailing.ts';
import { type DueReport, listDueReports, noteNext } from './report-mail.repository.ts';
import { type ToldReport, tellReport } from './tell-report.ts';

type Mail = {
  configured(): boolean;
  queue(
    transaction: Executor,
    entry: { userId: string; template: 'report'; params: ToldReport & { title: string }; link?: string },
  ): Promise<void>;
};
type Dependencies = {
  db: Db;
  stats: AccessStatService;
  library: LibraryStatService;
  mail(): Mail;
  /** Somebody with the rights of this moment. */
  actorOf(userId: string): Promise<{ principal: Principal; forbidden: boolean }>;
  languageOf(userId: string): Promise<Language>;
};

const pagePaths = { 'data.resource': libraryStatPage, 'data.accessStat': accessStatPage } as const;
/** More wait for the next round. */
const mostAtOnce = 200;

/** Sends reports to those who keep them, of what they may see at that moment; whoever may no more gets nothing. */
export class ReportMailService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Each once at its time; what was missed comes with the next round, once. */
  async sendDue(signal: AbortSignal): Promise<number> {
    const { db, mail } = this.#dependencies;
    if (!mail().configured()) return 0;
    let sent = 0;
    const failed: unknown[] = [];
    for (const report of await listDueReports(db, mostAtOnce)) {
      if (signal.aborted) break;
      try {
        if (await this.#send(report)) sent += 1;
      } catch (error) {
        // One that can't be told must not keep the others back.
        failed.push(error);
      }
    }
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} reports could not be sent`);
    return sent;
  }

  async #send(report: DueReport): Promise<boolean> {
    const { db, actorOf, mail, languageOf } = this.#dependencies;
    const next = nextMailing(report.mailed, report.mailed_on, new Date());
    const { principal, forbidden } = await actorOf(report.owner_id);
    const path = pagePaths[report.page];
    if (forbidden || !mayOpenPath(principal, path)) {
      // They may again one day: then it goes on.
      await noteNext(db, report, { next, sent: false });
      return false;
    }
    const { stats, library } = this.#dependencies;
    const language = await languageOf(report.owner_id);
    const told = await tellReport({ stats, library }, report, { principal } as SignedInContext, language);
    return db.transaction().execute(async (transaction) => {
      // Another worker may have sent it meanwhile.
      if (!(await noteNext(transaction, report, { next, sent: true }))) return false;
      const link = report.address ? `${path}?${report.address}` : path;
      await mail().queue(transaction, {
        userId: report.owner_id,
        template: 'report',
        params: { title: report.name, ...told },
        link,
      });
      return true;
    });
  }
}
