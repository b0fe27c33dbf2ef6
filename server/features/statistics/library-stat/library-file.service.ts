import type { QueryOf } from '@lectern/contract/endpoint.ts';
import type { exportLibraryStat } from '@lectern/contract/features/library-stat.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { FastifyReply } from 'fastify';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { sendTable } from '../figures/send-table.ts';
import type { LibraryStatService } from './library-stat.service.ts';
import { libraryTable } from './library-table.ts';

/** The overview of the library as a file. */
export class LibraryFileService {
  readonly #library: LibraryStatService;
  readonly #languageOf: (userId: string) => Promise<Language>;

  constructor(library: LibraryStatService, languageOf: (userId: string) => Promise<Language>) {
    this.#library = library;
    this.#languageOf = languageOf;
  }

  async answer(
    context: SignedInContext,
    { format, by, period, compare }: QueryOf<typeof exportLibraryStat>,
    reply: FastifyReply,
  ): Promise<unknown> {
    const library = this.#library;
    const over = { period, compare };
    const [figures, growth, storage, coverage, tables, language] = await Promise.all([
      library.figures(context, over),
      library.growth(context, { period, by }),
      library.storage(context, { period }),
      library.coverage(context),
      library.tables(context, over),
      this.#languageOf(context.principal.userId),
    ]);
    const name = `resource-statistics-${figures.period.from}-${figures.period.to}.${format}`;
    const rows = libraryTable({ figures, growth, storage, coverage, tables }, language);
    return sendTable(reply, { name, format, rows });
  }
}
