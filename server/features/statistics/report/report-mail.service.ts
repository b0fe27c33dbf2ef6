import { mayOpenPath } from '@lectern/contract/access.ts';
import { accessStatPage, accessStatQuery } from '@lectern/contract/features/access-stat.ts';
import { getLibraryFigures, libraryStatPage } from '@lectern/contract/features/library-stat.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import { groupingWords, measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import { accessStatAddress, libraryStatAddress } from '@lectern/contract/statistics-page-data.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { AccessStatService } from '../access-stat/access-stat.service.ts';
import type { LibraryStatService } from '../library-stat/library-stat.service.ts';
import { nextMailing } from './next-mailing.ts';
import { type DueReport, listDueReports, noteNext } from './report-mail.repository.ts';

type Mail = {
  configured(): boolean;
  queue(
    transaction: Executor,
    entry: { userId: string; template: 'notification'; params: { title: string; text: string }; link?: string },
  ): Promise<void>;
};
type Parts = {
  db: Db;
  stats: AccessStatService;
  library: LibraryStatService;
  mail(): Mail;
  /** Somebody with the rights of this moment. */
  actorOf(userId: string): Promise<{ principal: Principal; forbidden: boolean }>;
  languageOf(userId: string): Promise<Language>;
};

const pagePaths = { 'data.resource': libraryStatPage, 'data.accessStat': accessStatPage } as const;
const words = {
  before: { en: 'before', zh: '对比期' },
  none: { en: '(none)', zh: '（无）' },
  resources: { en: 'Resources', zh: '资源数' },
  added: { en: 'Added', zh: '新增' },
  favourites: { en: 'New favourites', zh: '新增收藏' },
} satisfies Record<string, Words>;

/** More wait for the next round. */
const mostAtOnce = 200;

/** Sends reports to those who keep them, of what they may see at that moment; whoever may no more gets nothing. */
export class ReportMailService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Each once at its time; what was missed comes with the next round, once. */
  async sendDue(signal: AbortSignal): Promise<number> {
    const { db, mail } = this.#parts;
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
    const { db, actorOf, mail, languageOf } = this.#parts;
    const next = nextMailing(report.mailed, report.mailed_on, new Date());
    const { principal, forbidden } = await actorOf(report.owner_id);
    const path = pagePaths[report.page];
    if (forbidden || !mayOpenPath(principal, path)) {
      // They may again one day: then it goes on.
      await noteNext(db, report, { next, sent: false });
      return false;
    }
    const text = await this.#textOf(report, principal, await languageOf(report.owner_id));
    return db.transaction().execute(async (transaction) => {
      // Another worker may have sent it meanwhile.
      if (!(await noteNext(transaction, report, { next, sent: true }))) return false;
      const link = report.address ? `${path}?${report.address}` : path;
      await mail().queue(transaction, {
        userId: report.owner_id,
        template: 'notification',
        params: { title: report.name, text },
        link,
      });
      return true;
    });
  }

  async #textOf(report: DueReport, principal: Principal, language: Language): Promise<string> {
    const { stats, library } = this.#parts;
    const context = { principal } as SignedInContext;
    const params = new URLSearchParams(report.address);
    const number = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en', { maximumFractionDigits: 0 });
    const percent = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en', { style: 'percent' });
    const told = (name: string, value: number | null, before: number | null, exact = true, format = number) =>
      `${name}: ${exact ? '' : '≈ '}${value === null ? '–' : format.format(value)}${
        before === null ? '' : ` (${words.before[language]}: ${format.format(before)})`
      }`;
    if (report.page === 'data.resource') {
      const { by: _, ...address } = libraryStatAddress(params);
      const figures = await library.figures(context, getLibraryFigures.query.parse(address));
      const used = (['views', 'viewers', 'plays', 'downloads'] as const).map((name) =>
        told(measureWords[name][language], figures[name].value, figures[name].before, figures[name].exact),
      );
      const { value, before } = figures.completion;
      if (value !== null) used.push(told(measureWords.completion[language], value, before, true, percent));
      const held = (['resources', 'added', 'favourites'] as const).map((name) =>
        told(words[name][language], figures[name].value, figures[name].before),
      );
      return [`${figures.period.from} – ${figures.period.to}`, ...held, ...used].join('\n');
    }
    const query = accessStatQuery.parse(accessStatAddress(params));
    const stat = await stats.get(context, query);
    const format = query.measure === 'completion' ? percent : number;
    const groups = stat.groups.map(({ name, key, figure, before }) =>
      told(name ?? key ?? words.none[language], figure.value, before?.value ?? null, figure.exact, format),
    );
    const by = query.groupBy === 'none' ? [] : ['', groupingWords[query.groupBy][language], ...groups];
    const total = told(
      measureWords[query.measure][language],
      stat.total.value,
      stat.before?.value ?? null,
      stat.total.exact,
      format,
    );
    return [`${stat.period.from} – ${stat.period.to}`, total, ...by].join('\n');
  }
}
