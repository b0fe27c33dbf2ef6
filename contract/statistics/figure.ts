import type { AccessFilter, AccessMeasure } from './access-dimension.ts';

/** Days in the platform's time zone; both ends are included. */
export type Days = { from: string; to: string };

/**
 * What a number in the access statistics counts; `recordsOf` turns it into a link to the records behind it. Shared by
 * server, page and tests.
 */
export type AccessFigure = Days & {
  measure: AccessMeasure;
  /** At most one value per dimension; null selects events without a value. */
  of?: Partial<Record<AccessFilter | 'chapter', string | null>>;
  /** 0–23. */
  hour?: number;
  /** 1 = Monday. */
  weekday?: number;
  /** The normalized search term. */
  term?: string;
  /** Only searches without results. */
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

/** Resource kinds that can be played. */
const playing = 'video,audio';

/** Search parameters that make the access record list show exactly the records a figure counts. */
export function recordsOf({ from, to, measure, of = {}, ...more }: AccessFigure): Record<string, string> {
  const tab = tabOf[measure];
  const entries = Object.entries(of);
  const without = entries.filter(([, key]) => key === null).map(([name]) => name);
  return {
    ...(tab && { tab }),
    at: `${from}..${to}`,
    robot: 'no',
    // Completion only covers playable resources: both their views and their plays.
    ...(measure === 'completion' && of.resource === undefined && { kind: playing }),
    ...Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    ...(without.length > 0 && { without: without.join(',') }),
    ...(more.hour !== undefined && { hour: String(more.hour) }),
    ...(more.weekday !== undefined && { weekday: String(more.weekday) }),
    ...(more.term !== undefined && { term: more.term }),
    ...(more.withoutResult && { withoutResult: 'yes' }),
  };
}

/** What a library figure counts, in terms of the resource list's filters. */
export type LibraryFigure = {
  of?: Partial<
    Record<'kind' | 'college' | 'subject' | 'department' | 'fileFormat' | 'owner' | 'library', string | null>
  >;
  /** Added on these days. */
  added?: Partial<Days>;
  text?: boolean;
  subtitles?: boolean;
  /** false: never opened. */
  used?: boolean;
  /** Favourited on these days and still a favourite. */
  favourite?: Days;
  sort?: 'size' | 'created';
};

/** Search parameters that make the resource list show exactly what a figure counts. */
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
