import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type {
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
} from '@lectern/contract/features/library-stat.ts';
import { resourceKindWords } from '@lectern/contract/features/resource-words.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import type { Cell } from '../../../platform/list/csv.ts';

export type Library = {
  figures: OutputOf<typeof getLibraryFigures>;
  growth: OutputOf<typeof getLibraryGrowth>;
  storage: OutputOf<typeof getLibraryStorage>;
  coverage: OutputOf<typeof getLibraryCoverage>;
  tables: OutputOf<typeof getLibraryTables>;
};

/** What the figures of the overview are called, as on its page. */
export const figureWords = {
  resources: { en: 'Resources', zh: '资源' },
  added: { en: 'New', zh: '新增' },
  favourites: { en: 'New favourites', zh: '新增收藏' },
  bytes: { en: 'Storage, bytes', zh: '存储（字节）' },
  mediaSeconds: { en: 'Media, seconds', zh: '音视频时长（秒）' },
  pages: { en: 'Pages', zh: '页数' },
  views: { en: 'Views', zh: '浏览次数' },
  viewers: { en: 'Viewers', zh: '浏览人数' },
  plays: { en: 'Stretches played', zh: '播放段数' },
  playSeconds: { en: 'Play time, seconds', zh: '播放时长（秒）' },
  completion: { en: 'Completion', zh: '完播率' },
  downloads: { en: 'Downloads', zh: '下载次数' },
  searches: { en: 'Searches', zh: '搜索次数' },
} satisfies Record<string, Words>;

const words = {
  figures: { en: 'Figures', zh: '指标' },
  from: { en: 'From', zh: '从' },
  to: { en: 'To', zh: '至' },
  figure: { en: 'Figure', zh: '数值' },
  before: { en: 'Before', zh: '对比期' },
  estimated: { en: 'Estimated', zh: '估计值' },
  growth: { en: 'New resources', zh: '新增资源' },
  group: { en: 'Group', zh: '分组' },
  atStart: { en: 'At the start', zh: '期初' },
  atEnd: { en: 'At the end', zh: '期末' },
  none: { en: '(none)', zh: '（无）' },
  expected: { en: 'Expected', zh: '预测' },
  coverage: { en: 'Text and subtitles', zh: '文本与字幕' },
  college: { en: 'College', zh: '学院' },
  all: { en: 'In all', zh: '总计' },
  withText: { en: 'With text', zh: '有文本' },
  heard: { en: 'Video and audio', zh: '音视频' },
  subtitled: { en: 'With subtitles', zh: '有字幕' },
  top: { en: 'Most used', zh: '使用最多' },
  resource: { en: 'Resource', zh: '资源' },
  gone: { en: '(deleted)', zh: '（已删除）' },
  never: { en: 'Never used', zh: '从未使用' },
  addedOn: { en: 'Added', zh: '添加时间' },
  largest: { en: 'Largest', zh: '占用最大' },
  owners: { en: 'Owners', zh: '所有者' },
} satisfies Record<string, Words>;

const kpis = Object.keys(figureWords) as (keyof typeof figureWords)[];

/** What the page shows, part by part with a heading each. */
export function libraryTable(library: Library, language: Language): Cell[][] {
  const say = (each: Words) => each[language];
  const parts = [figureRows, growthRows, storageRows, coverageRows, tableRows];
  return parts.flatMap((rows, place) => [...(place > 0 ? [[]] : []), ...rows(library, say)]);
}

type Say = (each: Words) => string;

function figureRows({ figures }: Library, say: Say): Cell[][] {
  const { period, compared } = figures;
  const span = (days: typeof period) => `${days.from}..${days.to}`;
  return [
    [say(words.figures), span(period), compared && span(compared)],
    ['', say(words.figure), say(words.before)],
    ...kpis.map((name): Cell[] => {
      const { value, before, exact } = figures[name];
      return [say(figureWords[name]), value, before, ...(exact ? [] : [say(words.estimated)])];
    }),
  ];
}

function growthRows({ growth }: Library, say: Say): Cell[][] {
  const nameOf = (key: string | null, name: string | null) => {
    if (key === null) return say(words.none);
    return growth.by === 'kind' ? say(resourceKindWords[key as keyof typeof resourceKindWords]) : (name ?? key);
  };
  return [
    [say(words.growth)],
    [say(words.group), say(words.atStart), say(words.atEnd), ...growth.buckets.map(({ from }) => from)],
    ...growth.groups.map(({ key, name, before, total, added }): Cell[] => [nameOf(key, name), before, total, ...added]),
  ];
}

function storageRows({ storage }: Library, say: Say): Cell[][] {
  return [
    [say(figureWords.bytes)],
    ...storage.byKind.map(({ kind, bytes, resources }): Cell[] => [say(resourceKindWords[kind]), bytes, resources]),
    [say(words.to), say(figureWords.bytes)],
    ...storage.buckets.map(({ to }, place): Cell[] => [to, storage.bytes[place] ?? 0]),
    ...storage.forecast.months.map(({ to, bytes }): Cell[] => [to, Math.round(bytes), say(words.expected)]),
  ];
}

function coverageRows({ coverage: { all, colleges } }: Library, say: Say): Cell[][] {
  const row = (name: string, { text, subtitles }: typeof all): Cell[] => [
    ...[name, text.of, text.have, subtitles.of, subtitles.have],
  ];
  return [
    [say(words.coverage)],
    [words.college, figureWords.resources, words.withText, words.heard, words.subtitled].map(say),
    ...colleges.map((college) => row(college.name ?? say(words.none), college)),
    row(say(words.all), all),
  ];
}

function tableRows({ tables: { top, neverUsed, largest, owners } }: Library, say: Say): Cell[][] {
  const bytes = say(figureWords.bytes);
  const measures = [figureWords.views, figureWords.plays, figureWords.downloads, figureWords.playSeconds];
  return [
    [say(words.top)],
    [say(words.resource), ...measures.map(say), say(words.before)],
    ...top.map((one): Cell[] => [
      one.resource?.title ?? say(words.gone),
      ...[one.views, one.plays, one.downloads, one.playSeconds, one.beforeViews],
    ]),
    [],
    [say(words.never), neverUsed.count],
    [say(words.resource), say(words.addedOn), bytes],
    ...neverUsed.rows.map(({ title, createdAt, sizeBytes }): Cell[] => [title, createdAt.slice(0, 10), sizeBytes]),
    [],
    [say(words.largest)],
    [say(words.resource), bytes],
    ...largest.map(({ title, sizeBytes }): Cell[] => [title, sizeBytes]),
    [],
    [say(words.owners)],
    ['', say(figureWords.resources), bytes],
    ...owners.map(({ name, resources, bytes: taken }): Cell[] => [name, resources, taken]),
  ];
}
