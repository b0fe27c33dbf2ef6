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
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { momentIn, todayIn } from '../../platform/local-time.ts';
import {
  countMeasures,
  listKeyNames,
  listTopResources,
  periodsOf,
  readCounted,
  type Selection,
  untilCounted,
} from '../statistics/public.ts';
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

type Dependencies = {
  db: Db;
  timeZone: string;
  /** The resources shown in the resource list. */
  shown(principal: Principal): Condition;
  /** Free disk space, shown only to people who see everything; null otherwise. */
  freeBytes(): Promise<number | null>;
};
type Period = QueryOf<typeof getLibraryFigures>;
type Grouping = QueryOf<typeof getLibraryGrowth>['by'];
export type LibraryStat = {
  figures: OutputOf<typeof getLibraryFigures>;
  growth: OutputOf<typeof getLibraryGrowth>;
  storage: OutputOf<typeof getLibraryStorage>;
  coverage: OutputOf<typeof getLibraryCoverage>;
  tables: OutputOf<typeof getLibraryTables>;
};

const listedRows = 10;
const mostGroups = 30;
const paceDays = 90;

/** What the library holds, how it grows and how it is used. */
export class LibraryStatService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async all(context: SignedInContext, { by, ...query }: Period & { by: Grouping }): Promise<LibraryStat> {
    const [figures, growth, storage, coverage, tables] = await Promise.all([
      this.figures(context, query),
      this.growth(context, { period: query.period, by }),
      this.storage(context, query),
      this.coverage(context),
      this.tables(context, query),
    ]);
    return { figures, growth, storage, coverage, tables };
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
    const buckets = dayBuckets(days);
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
    const buckets = dayBuckets(days);
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
    const [top, never, unused, largest, owners, counted] = await Promise.all([
      listTopResources(db, this.#selection(principal, days), { compared, limit: listedRows }),
      listNeverUsed(db, library, listedRows),
      sumHoldings(db, library, { measures: ['never_used'] }),
      listLargest(db, library, listedRows),
      listOwners(db, library, listedRows),
      readCounted(db, timeZone, days),
    ]);
    const topIds = top.map(({ id }) => id);
    const shown = new Map((await listById(db, library, topIds)).map((row) => [row.id, brief(row)]));
    return {
      period: days,
      top: top.map((row) => ({ ...row, resource: shown.get(row.id) ?? null })),
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

  /** Of the resources added by the end of a period, those still held, plus their use in the period. */
  async #valuesOf(principal: Principal, days: Days) {
    const { db } = this.#dependencies;
    const [library, selection] = [this.#library(principal), this.#selection(principal, days)];
    const cuts = [addDays(days.from, -1), days.to];
    const measures = ['resources', 'bytes', 'play_ms', 'pages'] as const;
    const [all, favourites, { clicks: _clicks, events: _events, ...use }] = await Promise.all([
      sumHoldings(db, library, { cuts, measures }),
      countFavourites(db, library, days),
      countMeasures(db, selection),
    ]);
    const holdings = addedBy(all, cuts, days.to);
    return {
      resources: sumOf('resources', holdings),
      added: sumOf('resources', holdings) - sumOf('resources', addedBy(all, cuts, addDays(days.from, -1))),
      favourites,
      bytes: sumOf('bytes', holdings),
      mediaSeconds: sumOf('play_ms', holdings) / 1000,
      pages: sumOf('pages', holdings),
      ...use,
    };
  }

  async #namesOf(by: Grouping, groups: readonly { key: string | null }[]) {
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

function dayBuckets(days: Days): Days[] {
  return bucketsOf(days, usualDayGrain(days)).map(({ from, to }) => ({ from, to }));
}

function sumOf<Name extends string>(name: Name, rows: readonly Record<Name, number>[]): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

/** Rows added by the end of `day`, which must be one of the cuts. */
function addedBy<Row extends { place: number }>(rows: readonly Row[], cuts: readonly string[], day: string): Row[] {
  return rows.filter(({ place }) => place <= cuts.indexOf(day));
}

function brief({ id, title, kind }: ListedResource) {
  return { id, title, kind };
}

type Storage = { today: string; bytes: number; bytesPerDay: number; freeBytes: number | null };

/** The next twelve months at the rate of the last ninety days; shrinking isn't extrapolated. */
export function forecast({ today, bytes, bytesPerDay, freeBytes }: Storage) {
  const pace = Math.max(0, bytesPerDay);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const months = Array.from({ length: 12 }, (_, ahead) => {
    const to = new Date(Date.UTC(year, month + ahead, 0)).toISOString().slice(0, 10);
    return { to, bytes: Math.round(bytes + pace * (daysBetween(today, to) - 1)) };
  });
  const daysLeft = freeBytes !== null && pace > 0 ? Math.floor(freeBytes / pace) : null;
  // A forecast beyond ten years is useless.
  const fullOn = daysLeft !== null && daysLeft <= 3_650 ? addDays(today, daysLeft) : null;
  return { bytesPerDay: Math.round(pace), months, freeBytes, fullOn };
}
