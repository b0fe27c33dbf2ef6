import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type {
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
  Kpi,
} from '@lectern/contract/features/library-stat.ts';
import { bucketsOf, usualDayGrain } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays, daysBetween } from '@lectern/contract/statistics/period.ts';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { completionOf, noSums } from '../rollup/measure.ts';
import { momentIn, periodsOf, readCounted, todayIn, untilCounted } from './figure-period.ts';
import {
  countFavourites,
  type Library,
  type ListedResource,
  listById,
  listLargest,
  listNeverUsed,
  listOwners,
  sumHoldings,
} from './holding.repository.ts';
import { listKeyNames } from './key.repository.ts';
import type { Selection } from './selection.ts';
import { listTopSums, sumAll, sumBuckets } from './sums.repository.ts';
import { countAllViewers } from './viewers.repository.ts';

type Dependencies = {
  db: Db;
  timeZone: string;
  /** The resources that the list of resources shows. */
  shown(principal: Principal): Condition;
  /** Free disk space, for people who see everything. */
  freeBytes(): Promise<number | null>;
};
type Period = QueryOf<typeof getLibraryFigures>;

const listedRows = 10;
const mostGroups = 30;
const topMeasures = ['views', 'plays', 'downloads', 'playSeconds'] as const;
const paceDays = 90;

/** What the library holds, how it grows, and how it is used. */
export class LibraryStatService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async figures({ principal }: SignedInContext, query: Period): Promise<OutputOf<typeof getLibraryFigures>> {
    const { db, timeZone } = this.#dependencies;
    const { days, compared } = periodsOf(query, timeZone);
    const [now, past, counted] = await Promise.all([
      this.#valuesOf(principal, days),
      compared && this.#valuesOf(principal, compared),
      readCounted(db, timeZone, days),
    ]);
    const { completion, viewers, ...values } = now;
    const names = Object.keys(values) as (keyof typeof values)[];
    const kpi = (name: keyof typeof values): Kpi => ({ value: now[name], before: past?.[name] ?? null, exact: true });
    return {
      ...(Object.fromEntries(names.map((name) => [name, kpi(name)])) as Record<keyof typeof values, Kpi>),
      period: days,
      compared,
      viewers: { ...untilCounted(viewers, days, counted.uncounted), before: past?.viewers.value ?? null },
      completion: { value: completion, before: past?.completion ?? null, exact: true },
      counted,
    };
  }

  async growth(
    { principal }: SignedInContext,
    { by, ...query }: QueryOf<typeof getLibraryGrowth>,
  ): Promise<OutputOf<typeof getLibraryGrowth>> {
    const { db, timeZone } = this.#dependencies;
    const { days } = periodsOf(query, timeZone);
    const buckets = bucketsOf(days, usualDayGrain(days)).map(({ from, to }) => ({ from, to }));
    const cuts = [addDays(days.from, -1), ...buckets.map(({ to }) => to)];
    const holdings = await sumHoldings(db, this.#library(principal), { by, cuts, measures: ['resources'] });
    const groups = [...Map.groupBy(holdings, ({ key }) => key)].map(([key, rows]) => {
      const counts = new Map(rows.map(({ place, resources }) => [place, resources]));
      const [before = 0, ...added] = cuts.map((_, place) => counts.get(place) ?? 0);
      return { key, before, total: before + added.reduce((sum, count) => sum + count, 0), added };
    });
    const greatest = groups
      .filter(({ total }) => total > 0)
      .sort((one, other) => other.total - one.total || String(one.key).localeCompare(String(other.key)))
      .slice(0, mostGroups);
    const nameOf = await this.#namesOf(by, greatest);
    return {
      period: days,
      by,
      now: momentIn(timeZone),
      buckets,
      groups: greatest.map((group) => ({ ...group, name: nameOf(group.key) })),
    };
  }

  async storage(
    { principal }: SignedInContext,
    query: QueryOf<typeof getLibraryStorage>,
  ): Promise<OutputOf<typeof getLibraryStorage>> {
    const { db, timeZone, freeBytes } = this.#dependencies;
    const { days } = periodsOf(query, timeZone);
    const today = todayIn(timeZone);
    const buckets = bucketsOf(days, usualDayGrain(days)).map(({ from, to }) => ({ from, to }));
    const earlier = addDays(today, -paceDays);
    const cuts = [...new Set([earlier, ...buckets.map(({ to }) => to)])].sort();
    const [holdings, free] = await Promise.all([
      sumHoldings(db, this.#library(principal), { by: 'kind', cuts, measures: ['bytes', 'resources'] }),
      dataScopeOf(principal).kind === 'all' ? freeBytes() : null,
    ]);
    const bytesBy = (day: string) => sumOf('bytes', addedBy(holdings, cuts, day));
    const bytes = sumOf('bytes', holdings);
    const byKind = [...Map.groupBy(holdings, ({ key }) => key as ListedResource['kind'])].map(([kind, rows]) => ({
      kind,
      bytes: sumOf('bytes', rows),
      resources: sumOf('resources', rows),
    }));
    return {
      period: days,
      buckets,
      bytes: buckets.map(({ to }) => bytesBy(to)),
      byKind: byKind.sort((one, other) => (one.kind < other.kind ? -1 : 1)),
      forecast: forecast({ today, bytes, bytesPerDay: (bytes - bytesBy(earlier)) / paceDays, freeBytes: free }),
    };
  }

  async coverage({ principal }: SignedInContext): Promise<OutputOf<typeof getLibraryCoverage>> {
    const measures = ['resources', 'with_text', 'heard', 'subtitled'] as const;
    const holdings = await sumHoldings(this.#dependencies.db, this.#library(principal), { by: 'college', measures });
    const nameOf = await this.#namesOf('college', holdings);
    const share = (rows: typeof holdings) => ({
      text: { have: sumOf('with_text', rows), of: sumOf('resources', rows) },
      subtitles: { have: sumOf('subtitled', rows), of: sumOf('heard', rows) },
    });
    const colleges = holdings.map((row) => ({ id: row.key, name: nameOf(row.key), ...share([row]) }));
    colleges.sort((one, other) => other.text.of - one.text.of || (String(one.id) < String(other.id) ? -1 : 1));
    return { all: share(holdings), colleges };
  }

  async tables({ principal }: SignedInContext, query: Period): Promise<OutputOf<typeof getLibraryTables>> {
    const { db, timeZone } = this.#dependencies;
    const { days, compared } = periodsOf(query, timeZone);
    const library = this.#library(principal);
    const selection = this.#selection(principal, days);
    const [top, never, unused, largest, owners, counted] = await Promise.all([
      listTopSums(db, selection, { by: 'resource', measure: 'views', limit: listedRows }),
      listNeverUsed(db, library, listedRows),
      sumHoldings(db, library, { measures: ['never_used'] }),
      listLargest(db, library, listedRows),
      listOwners(db, library, listedRows),
      readCounted(db, timeZone, days),
    ]);
    const keys = top.groups.map(({ key }) => key);
    const sumsWithin = async (within: Days) => {
      const query = { grain: 'whole', by: 'resource', keys, measures: topMeasures } as const;
      const rows = keys.length > 0 ? await sumBuckets(db, { ...selection, days: within }, query) : [];
      return new Map(rows.map(({ key, ...sums }) => [key, sums]));
    };
    const [shown, now, past] = await Promise.all([
      listById(db, library, keys),
      sumsWithin(days),
      compared && sumsWithin(compared),
    ]);
    return {
      period: days,
      top: keys.map((id) => {
        const { views, plays, downloads, play_ms: playMs } = now.get(id) ?? noSums;
        const beforeViews = past && (past.get(id) ?? noSums).views;
        const resource = shown.find((each) => each.id === id);
        const sums = { views, plays, downloads, playSeconds: playMs / 1000, beforeViews };
        return { id, resource: resource ? brief(resource) : null, ...sums };
      }),
      neverUsed: {
        count: sumOf('never_used', unused),
        rows: never.map((row) => ({
          ...brief(row),
          createdAt: row.created_at.toISOString(),
          sizeBytes: row.size_bytes,
        })),
      },
      largest: largest.map((row) => ({ ...brief(row), sizeBytes: row.size_bytes })),
      owners,
      counted,
    };
  }

  /** What there is now of what had been added by the end of a period, and the use in it. */
  async #valuesOf(principal: Principal, days: Days) {
    const { db } = this.#dependencies;
    const [library, selection] = [this.#library(principal), this.#selection(principal, days)];
    const cuts = [addDays(days.from, -1), days.to];
    const measures = ['resources', 'bytes', 'play_ms', 'pages'] as const;
    const [all, favourites, sums, viewers] = await Promise.all([
      sumHoldings(db, library, { cuts, measures }),
      countFavourites(db, library, days),
      sumAll(db, selection),
      countAllViewers(db, selection),
    ]);
    const holdings = addedBy(all, cuts, days.to);
    const { views, plays, downloads, searches, play_ms: playMs } = sums;
    return {
      resources: sumOf('resources', holdings),
      added: sumOf('resources', holdings) - sumOf('resources', addedBy(all, cuts, addDays(days.from, -1))),
      favourites,
      bytes: sumOf('bytes', holdings),
      mediaSeconds: sumOf('play_ms', holdings) / 1000,
      pages: sumOf('pages', holdings),
      views,
      viewers,
      plays,
      downloads,
      searches,
      playSeconds: playMs / 1000,
      completion: completionOf(sums),
    };
  }

  async #namesOf(by: QueryOf<typeof getLibraryGrowth>['by'], groups: readonly { key: string | null }[]) {
    const keys = groups.flatMap(({ key }) => (key === null ? [] : [key]));
    if (by !== 'college' && by !== 'subject') return () => null;
    const nameOf = await listKeyNames(this.#dependencies.db, by, keys);
    return (key: string | null) => nameOf(key).name;
  }

  #library(principal: Principal): Library {
    const { shown, timeZone } = this.#dependencies;
    return { shown: shown(principal), timeZone };
  }

  #selection(principal: Principal, days: Days): Selection {
    return { scope: dataScopeOf(principal), constraints: [], days, timeZone: this.#dependencies.timeZone };
  }
}

function sumOf<Name extends string>(name: Name, rows: readonly Record<Name, number>[]): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

/** What was added by the end of a day that is one of the cuts. */
function addedBy<Row extends { place: number }>(rows: readonly Row[], cuts: readonly string[], day: string): Row[] {
  return rows.filter(({ place }) => place <= cuts.indexOf(day));
}

function brief({ id, title, kind }: ListedResource) {
  return { id, title, kind };
}

type Storage = { today: string; bytes: number; bytesPerDay: number; freeBytes: number | null };

/** The next twelve months at the pace of the last ninety days; shrinking is not expected to continue. */
export function forecast({ today, bytes, bytesPerDay, freeBytes }: Storage) {
  const pace = Math.max(0, bytesPerDay);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const months = Array.from({ length: 12 }, (_, ahead) => {
    const to = new Date(Date.UTC(year, month + ahead, 0)).toISOString().slice(0, 10);
    return { to, bytes: Math.round(bytes + pace * (daysBetween(today, to) - 1)) };
  });
  const daysLeft = freeBytes !== null && pace > 0 ? Math.floor(freeBytes / pace) : null;
  // Nobody plans beyond ten years.
  const fullOn = daysLeft !== null && daysLeft <= 3_650 ? addDays(today, daysLeft) : null;
  return { bytesPerDay: Math.round(pace), months, freeBytes, fullOn };
}
