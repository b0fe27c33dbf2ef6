import type { AccessFilter, AccessMeasure } from './access-dimension.ts';

/** Whole days in the platform's time zone, both included. */
export type Days = { from: string; to: string };

/**
 * What a figure of the access statistics counts; `recordsOf` links it to the records behind it. Server, page and tests share
 * this description.
 */
export type AccessFigure = Days & {
  measure: AccessMeasure;
  /** Of each at most one; null: the events that have none. */
  of?: Partial<Record<AccessFilter | 'chapter', string | null>>;
  /** 0 to 23. */
  hour?: number;
  /** 1 is Monday. */
  weekday?: number;
  /** Of a search term: as it is counted. */
  term?: string;
  /** Searches that found nothing. */
  withoutResult?: boolean;
};

const tabOf: Record<AccessMeasure, string | null> = {
  views: 'view',
  plays: 'play',
  playSeconds: 'play',
  completion: null,
  downloads: 'download',
  searches: 'search',
  clicks: 'click',
  viewers: 'view',
  events: null,
};

/** Kinds that play. */
const playing = 'video,audio';

/** The address of the list of records (its search parameters) that shows exactly what a figure counts. */
export function recordsOf({ from, to, measure, of = {}, ...more }: AccessFigure): Record<string, string> {
  const tab = tabOf[measure];
  const entries = Object.entries(of);
  const without = entries.filter(([, key]) => key === null).map(([name]) => name);
  return {
    ...(tab && { tab }),
    at: `${from}..${to}`,
    robot: 'no',
    // Completion is about recordings only, viewed and played.
    ...(measure === 'completion' && of.resource === undefined && { kind: playing }),
    ...Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    ...(without.length > 0 && { without: without.join(',') }),
    ...(more.hour !== undefined && { hour: String(more.hour) }),
    ...(more.weekday !== undefined && { weekday: String(more.weekday) }),
    ...(more.term !== undefined && { term: more.term }),
    ...(more.withoutResult && { withoutResult: 'yes' }),
  };
}

/** What a figure of the library counts: resources, by what the list of resources can be asked for. */
export type LibraryFigure = {
  of?: Partial<
    Record<'kind' | 'college' | 'subject' | 'department' | 'fileFormat' | 'owner' | 'library', string | null>
  >;
  /** Those that were added on these days. */
  added?: Partial<Days>;
  text?: boolean;
  subtitles?: boolean;
  /** false: nobody has ever opened them. */
  used?: boolean;
  /** Those that became a favourite on these days, and still are one. */
  favourite?: Days;
  sort?: 'size' | 'created';
};

/** The address of the list of resources that shows exactly what a figure counts. */
export function resourcesOf({
  of = {},
  added,
  text,
  subtitles,
  used,
  favourite,
  sort,
}: LibraryFigure): Record<string, string> {
  const entries = Object.entries(of);
  const without = entries.filter(([, key]) => key === null).map(([name]) => name);
  const answer = (yes: boolean) => (yes ? 'yes' : 'no');
  return {
    counted: 'yes',
    ...(sort && { sort: `-${sort}` }),
    ...Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    ...(without.length > 0 && { without: without.join(',') }),
    ...(added && { created: `${added.from ?? ''}..${added.to ?? ''}` }),
    ...(text !== undefined && { hasText: answer(text) }),
    ...(subtitles !== undefined && { subtitled: answer(subtitles) }),
    ...(used !== undefined && { used: answer(used) }),
    ...(favourite && { favourite: `${favourite.from}..${favourite.to}` }),
  };
}
