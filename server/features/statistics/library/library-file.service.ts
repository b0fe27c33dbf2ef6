import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type {
  exportLibraryStat,
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
} from '@lectern/contract/features/library-stat.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import type { FastifyReply } from 'fastify';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { sendTable } from '../figures/send-table.ts';
import type { LibraryStatService } from './library-stat.service.ts';

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

type Library = {
  figures: OutputOf<typeof getLibraryFigures>;
  growth: OutputOf<typeof getLibraryGrowth>;
  storage: OutputOf<typeof getLibraryStorage>;
  coverage: OutputOf<typeof getLibraryCoverage>;
  tables: OutputOf<typeof getLibraryTables>;
};

const figureNames = [
  'resources',
  'added',
  'favourites',
  'bytes',
  'mediaSeconds',
  'pages',
  'views',
  'viewers',
  'plays',
  'playSeconds',
  'completion',
  'downloads',
  'searches',
] as const;

/** Files hold plain numbers, so their headings name the unit. */
function namesOfFigures({ statistics, libraryStat, statFile }: Messages): Record<(typeof figureNames)[number], string> {
  const { bytes, mediaSeconds, playSeconds } = statFile;
  return { ...statistics.measures, ...libraryStat.kpis, bytes, mediaSeconds, playSeconds };
}

/** What the page shows, part by part with a heading each. */
function libraryTable(library: Library, language: Language): Cell[][] {
  const texts = messagesIn(language);
  const parts = [figureRows, growthRows, storageRows, coverageRows, tableRows];
  return parts.flatMap((rows, place) => [...(place > 0 ? [[]] : []), ...rows(library, texts)]);
}

function figureRows({ figures }: Library, texts: Messages): Cell[][] {
  const { period, compared } = figures;
  const span = (days: typeof period) => `${days.from}..${days.to}`;
  const names = namesOfFigures(texts);
  const { value: valueHeading, before: beforeHeading, estimate } = texts.statFile;
  return [
    [texts.statistics.figures, span(period), compared && span(compared)],
    ['', valueHeading, beforeHeading],
    ...figureNames.map((name): Cell[] => {
      const { value, before, exact } = figures[name];
      return [names[name], value, before, ...(exact ? [] : [estimate])];
    }),
  ];
}

function growthRows({ growth }: Library, texts: Messages): Cell[][] {
  const { statFile: headings } = texts;
  const nameOf = (key: string | null, name: string | null) => {
    if (key === null) return headings.none;
    return growth.by === 'kind' ? texts.resource.kinds[key as keyof Messages['resource']['kinds']] : (name ?? key);
  };
  return [
    [texts.libraryStat.growth.title],
    [headings.group, headings.atStart, headings.atEnd, ...growth.buckets.map(({ from }) => from)],
    ...growth.groups.map(({ key, name, before, total, added }): Cell[] => [nameOf(key, name), before, total, ...added]),
  ];
}

function storageRows({ storage }: Library, { resource, statFile: headings }: Messages): Cell[][] {
  return [
    [headings.bytes],
    ...storage.byKind.map(({ kind, bytes, resources }): Cell[] => [resource.kinds[kind], bytes, resources]),
    [headings.to, headings.bytes],
    ...storage.buckets.map(({ to }, place): Cell[] => [to, storage.bytes[place] ?? 0]),
    ...storage.forecast.months.map(({ to, bytes }): Cell[] => [to, Math.round(bytes), headings.forecast]),
  ];
}

function coverageRows({ coverage: { all, colleges } }: Library, texts: Messages): Cell[][] {
  const { libraryStat, statFile: headings } = texts;
  const row = (name: string, { text, subtitles }: typeof all): Cell[] => [
    ...[name, text.of, text.have, subtitles.of, subtitles.have],
  ];
  return [
    [libraryStat.coverage.title],
    [
      ...[libraryStat.coverage.college, libraryStat.kpis.resources, headings.withText],
      ...[headings.videoAndAudio, headings.withSubtitles],
    ],
    ...colleges.map((college) => row(college.name ?? headings.none, college)),
    row(headings.total, all),
  ];
}

function tableRows({ tables: { top, neverUsed, largest, owners } }: Library, texts: Messages): Cell[][] {
  const { libraryStat, statFile: headings } = texts;
  const { views, plays, downloads, playSeconds, bytes } = namesOfFigures(texts);
  const resourceHeading = libraryStat.top.resource;
  return [
    [libraryStat.top.title],
    [resourceHeading, views, plays, downloads, playSeconds, headings.before],
    ...top.map((one): Cell[] => [
      one.resource?.title ?? headings.deleted,
      ...[one.views, one.plays, one.downloads, one.playSeconds, one.beforeViews],
    ]),
    [],
    [libraryStat.never.title, neverUsed.count],
    [resourceHeading, libraryStat.never.added, bytes],
    ...neverUsed.rows.map(({ title, createdAt, sizeBytes }): Cell[] => [title, createdAt.slice(0, 10), sizeBytes]),
    [],
    [libraryStat.largest.title],
    [resourceHeading, bytes],
    ...largest.map(({ title, sizeBytes }): Cell[] => [title, sizeBytes]),
    [],
    [libraryStat.owners.title],
    ['', libraryStat.kpis.resources, bytes],
    ...owners.map(({ name, resources, bytes: taken }): Cell[] => [name, resources, taken]),
  ];
}
