import {
  exportLibraryStat,
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
} from '@lectern/contract/features/library-stat.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import { sendTable } from '../../platform/list/table-file.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { LibraryStatService } from './library-stat.service.ts';
import { libraryStatTable } from './library-stat-table.ts';

export function registerLibraryStat(
  registry: EndpointRegistry,
  library: LibraryStatService,
  languageOf: (userId: string) => Promise<Language>,
): void {
  registry.handle(getLibraryFigures, ({ query }, context) => library.figures(context, query));
  registry.handle(getLibraryGrowth, ({ query }, context) => library.growth(context, query));
  registry.handle(getLibraryStorage, ({ query }, context) => library.storage(context, query));
  registry.handle(getLibraryCoverage, (_input, context) => library.coverage(context));
  registry.handle(getLibraryTables, ({ query }, context) => library.tables(context, query));
  registry.handleStream(exportLibraryStat, async ({ query: { format, ...query } }, context, { reply }) => {
    const [stat, language] = await Promise.all([library.all(context, query), languageOf(context.principal.userId)]);
    const { from, to } = stat.figures.period;
    const name = `resource-statistics-${from}-${to}`;
    return sendTable(reply, { name, format, records: libraryStatTable(stat, messagesIn(language)) });
  });
}
