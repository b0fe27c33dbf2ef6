import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type {
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
} from '@lectern/contract/features/library-stat.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import type { Cell } from '../../platform/list/csv.ts';
import type { LibraryStat } from './library-stat.service.ts';

/** The whole page as a table file, section by section. */
export function libraryStatTable(
  { figures, growth, storage, coverage, tables }: LibraryStat,
  texts: Messages,
): Cell[][] {
  const sections = [
    figureRows(figures, texts),
    growthRows(growth, texts),
    storageRows(storage, texts),
    coverageRows(coverage, texts),
    tableRows(tables, texts),
  ];
  return sections.flatMap((section, place) => (place > 0 ? [[], ...section] : section));
}

/** Cells hold plain numbers, so the headings name the unit. */
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
  const span = ({ from, to }: typeof period) => [from, texts.statFile.until, to].join(' ');
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
