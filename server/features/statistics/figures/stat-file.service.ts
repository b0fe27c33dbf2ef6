import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type { AccessStat, exportAccessStat, StatFigure } from '@lectern/contract/features/access-stat.ts';
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
import { begunValues } from '@lectern/contract/statistics/buckets.ts';
import { groupName } from '@lectern/contract/statistics/group-name.ts';
import type { FastifyReply } from 'fastify';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { type Cell, csvLine } from '../../../platform/list/csv.ts';
import { xlsxStream } from '../../../platform/list/xlsx.ts';
import { messagesIn } from '../../../platform/messages.ts';
import type { AccessStatService } from './access-stat.service.ts';
import type { LibraryStatService } from './library-stat.service.ts';

type Dependencies = {
  stats: AccessStatService;
  library: LibraryStatService;
  languageOf(userId: string): Promise<Language>;
};
type AccessQuery = QueryOf<typeof exportAccessStat>;

/** The figures of a page of statistics as a file. */
export class StatFileService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async access(context: SignedInContext, { format, ...query }: AccessQuery, reply: FastifyReply): Promise<unknown> {
    const { stats, languageOf } = this.#dependencies;
    const [stat, language] = await Promise.all([stats.get(context, query), languageOf(context.principal.userId)]);
    const name = `access-statistics-${stat.period.from}-${stat.period.to}`;
    return sendTable(reply, { name, format, rows: accessTable(stat, query, messagesIn(language)) });
  }

  async library(
    context: SignedInContext,
    { format, by, period, compare }: QueryOf<typeof exportLibraryStat>,
    reply: FastifyReply,
  ): Promise<unknown> {
    const { library, languageOf } = this.#dependencies;
    const [figures, growth, storage, coverage, tables, language] = await Promise.all([
      library.figures(context, { period, compare }),
      library.growth(context, { period, by }),
      library.storage(context, { period }),
      library.coverage(context),
      library.tables(context, { period, compare }),
      languageOf(context.principal.userId),
    ]);
    const texts = messagesIn(language);
    const sections = [
      figureRows(figures, texts),
      growthRows(growth, texts),
      storageRows(storage, texts),
      coverageRows(coverage, texts),
      tableRows(tables, texts),
    ];
    const rows = sections.flatMap((section, place) => (place > 0 ? [[], ...section] : section));
    const name = `resource-statistics-${figures.period.from}-${figures.period.to}`;
    return sendTable(reply, { name, format, rows });
  }
}

export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type Table = { name: string; format: keyof typeof contentTypes; rows: readonly Cell[][] };

function sendTable(reply: FastifyReply, { name, format, rows }: Table): FastifyReply {
  const disposition = `attachment; filename="${name}.${format}"`;
  reply.headers({ 'content-type': contentTypes[format], 'content-disposition': disposition });
  // Spreadsheet programs need the mark to read UTF-8.
  if (format === 'csv') return reply.send(`\ufeff${rows.map(csvLine).join('')}`);
  const { rows: sheet, file } = xlsxStream();
  const answer = file as Readable;
  pipeline(Readable.from(rows), sheet).catch((error: Error) => answer.destroy(error));
  return reply.send(answer);
}

/** One row per group, one column per bucket; without groups one row per bucket. */
function accessTable(
  stat: AccessStat,
  { groupBy, measure }: Pick<AccessQuery, 'groupBy' | 'measure'>,
  texts: Messages,
): Cell[][] {
  const { statFile: headings, statistics } = texts;
  const { buckets, total, before, counted } = stat;
  const valuesOf = (series: readonly StatFigure[]) => {
    const values = series.map(({ value }) => value);
    return begunValues(buckets, values, counted.now);
  };
  const whole = valuesOf(stat.series);
  if (groupBy === 'none') {
    const startOf = ({ from, hour }: (typeof buckets)[number]) =>
      hour === null ? from : `${from} ${String(hour).padStart(2, '0')}:00`;
    return [
      [headings.from, headings.to, statistics.measures[measure]],
      ...buckets.map((bucket, place): Cell[] => [startOf(bucket), bucket.to, whole[place] ?? null]),
      [headings.total, '', total.value],
    ];
  }
  return [
    [statistics.groupings[groupBy], statistics.measures[measure], headings.before, ...buckets.map(({ from }) => from)],
    ...stat.groups.map((group): Cell[] => [
      groupName(groupBy, group, texts),
      group.figure.value,
      group.before?.value ?? null,
      ...(group.series ? valuesOf(group.series) : []),
    ]),
    [headings.total, total.value, before?.value ?? null, ...whole],
  ];
}

/** Files hold plain numbers, so their headings name the unit. */
function namesOfFigures({ statistics, libraryStat, statFile }: Messages) {
  const { resources, added, favourites, pages } = libraryStat.kpis;
  const { views, viewers, plays, completion, downloads, searches } = statistics.measures;
  const { bytes, mediaSeconds, playSeconds } = statFile;
  const holdings = { resources, added, favourites, bytes, mediaSeconds, pages };
  return { ...holdings, views, viewers, plays, playSeconds, completion, downloads, searches };
}

function figureRows(figures: OutputOf<typeof getLibraryFigures>, texts: Messages): Cell[][] {
  const { period, compared } = figures;
  const names = namesOfFigures(texts);
  const { value: valueHeading, before: beforeHeading, estimate } = texts.statFile;
  const span = (days: typeof period) => `${days.from}..${days.to}`;
  return [
    [texts.statistics.figures, span(period), compared && span(compared)],
    ['', valueHeading, beforeHeading],
    ...(Object.keys(names) as (keyof typeof names)[]).map((name): Cell[] => {
      const { value, before, exact } = figures[name];
      return [names[name], value, before, ...(exact ? [] : [estimate])];
    }),
  ];
}

function growthRows(growth: OutputOf<typeof getLibraryGrowth>, texts: Messages): Cell[][] {
  const { statFile: headings } = texts;
  const nameOf = ({ key, name }: (typeof growth.groups)[number]) => {
    if (key === null) return headings.none;
    return growth.by === 'kind' ? texts.resource.kinds[key as keyof Messages['resource']['kinds']] : (name ?? key);
  };
  return [
    [texts.libraryStat.growth.title],
    [headings.group, headings.atStart, headings.atEnd, ...growth.buckets.map(({ from }) => from)],
    ...growth.groups.map((group): Cell[] => [nameOf(group), group.before, group.total, ...group.added]),
  ];
}

function storageRows(storage: OutputOf<typeof getLibraryStorage>, { resource, statFile }: Messages): Cell[][] {
  return [
    [statFile.bytes],
    ...storage.byKind.map(({ kind, bytes, resources }): Cell[] => [resource.kinds[kind], bytes, resources]),
    [statFile.to, statFile.bytes],
    ...storage.buckets.map(({ to }, place): Cell[] => [to, storage.bytes[place] ?? 0]),
    ...storage.forecast.months.map(({ to, bytes }): Cell[] => [to, bytes, statFile.forecast]),
  ];
}

function coverageRows({ all, colleges }: OutputOf<typeof getLibraryCoverage>, texts: Messages): Cell[][] {
  const { libraryStat, statFile } = texts;
  const { title, college } = libraryStat.coverage;
  const { withText, videoAndAudio, withSubtitles } = statFile;
  const row = (name: string, { text, subtitles }: typeof all): Cell[] => {
    return [name, text.of, text.have, subtitles.of, subtitles.have];
  };
  return [
    [title],
    [college, libraryStat.kpis.resources, withText, videoAndAudio, withSubtitles],
    ...colleges.map((each) => row(each.name ?? statFile.none, each)),
    row(statFile.total, all),
  ];
}

function tableRows(tables: OutputOf<typeof getLibraryTables>, texts: Messages): Cell[][] {
  const { libraryStat, statFile } = texts;
  const { views, plays, downloads, playSeconds, bytes } = namesOfFigures(texts);
  const { title, resource } = libraryStat.top;
  return [
    [title],
    [resource, views, plays, downloads, playSeconds, statFile.before],
    ...tables.top.map((row): Cell[] => {
      const name = row.resource?.title ?? statFile.deleted;
      return [name, row.views, row.plays, row.downloads, row.playSeconds, row.beforeViews];
    }),
    [],
    [libraryStat.never.title, tables.neverUsed.count],
    [resource, libraryStat.never.added, bytes],
    ...tables.neverUsed.rows.map((row): Cell[] => [row.title, row.createdAt.slice(0, 10), row.sizeBytes]),
    [],
    [libraryStat.largest.title],
    [resource, bytes],
    ...tables.largest.map((row): Cell[] => [row.title, row.sizeBytes]),
    [],
    [libraryStat.owners.title],
    ['', libraryStat.kpis.resources, bytes],
    ...tables.owners.map((owner): Cell[] => [owner.name, owner.resources, owner.bytes]),
  ];
}
