import type { Language } from '@lectern/contract/language.ts';
import type { ExportFormat } from '@lectern/contract/list/define-list.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Db, Executor } from '../db/database.ts';
import type { SignedInContext } from '../http/request-context.ts';
import { headingsOf } from '../messages.ts';
import type { Cell } from './csv.ts';
import { type ExportWords, exportWords, type ListSource, sourceFor } from './list-source.ts';
import { readPage } from './read-page.ts';
import { resolveSearch } from './resolve-search.ts';
import { sendTable } from './table-file.ts';
import { type View, viewConditions } from './view-conditions.ts';

type Settings = { timeZone: string; languageOf: (userId: string) => Promise<Language> };
type ExportQuery = View & { format: ExportFormat; columns: readonly string[] };

const rowsAtOnce = 500;

/** Streams the rows of a view into a file, in the view's order. */
export class ListExporter {
  readonly #db: Db;
  readonly #settings: Settings;

  /** The browser downloads the file with its own language header, so the language comes from the user's settings. */
  constructor(db: Db, settings: Settings) {
    this.#db = db;
    this.#settings = settings;
  }

  async answer(
    source: ListSource,
    query: ExportQuery,
    context: SignedInContext,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { timeZone, languageOf } = this.#settings;
    const words = exportWords(await languageOf(context.principal.userId), timeZone);
    const day = words.instant(new Date().toISOString())?.slice(0, 10);
    const records = this.#records(source, query, context, words);
    return sendTable(reply, { name: `${source.list.id}-${day}`, format: query.format, records });
  }

  async *#records(
    source: ListSource,
    query: ExportQuery,
    context: SignedInContext,
    words: ExportWords,
  ): AsyncGenerator<Cell[]> {
    const headings = headingsOf(source.list, words.language);
    yield query.columns.map((column) => headings[column] ?? column);
    for await (const row of this.#rows(source, query, context)) {
      yield query.columns.map((column) => source.exportCell(column, row, words));
    }
  }

  /** Uses one snapshot for the whole file, so concurrent changes can't duplicate or lose rows. */
  async *#rows(source: ListSource, query: ExportQuery, context: SignedInContext): AsyncGenerator<unknown> {
    const { principal } = context;
    const planned = await resolveSearch(this.#db, source, query, { ...this.#settings, principal });
    const conditions = viewConditions(planned, query, principal, this.#settings);
    const personal = sourceFor(source, principal);
    const transaction = await this.#db.startTransaction().setIsolationLevel('repeatable read').execute();
    try {
      await sql`set transaction read only`.execute(transaction);
      let cursor: string | undefined;
      do {
        const page = await readPage(transaction as Executor, personal, query, conditions, {
          cursor,
          page: 1,
          size: rowsAtOnce,
        });
        yield* page.rows;
        cursor = page.next ?? undefined;
      } while (cursor);
    } finally {
      await transaction.rollback().execute();
    }
  }
}
