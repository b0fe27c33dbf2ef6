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
import { addDays } from '@lectern/contract/statistics/period.ts';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { momentIn, periodsOf, readCounted, todayIn, untilCounted } from '../figures/figure-period.ts';
import type { Selection } from '../figures/selection.ts';
import { sumAll, sumGroups, sumKeys } from '../figures/sums.repository.ts';
import { countAllViewers } from '../figures/viewers.repository.ts';
import { completionOf, noSums } from '../rollup/measure.ts';
import { countFavourites } from './favourite.repository.ts';
import { forecast } from './forecast.ts';
import { growthKeys, listGroupNames } from './growth-groups.ts';
import {
  type Library,
  type ListedResource,
  listLargest,
  listNeverUsed,
  listOwners,
  listShownResources,
  sumHeld,
} from './holding.repository.ts';

type Dependencies = {
  db: Db;
  timeZone: string;
  /** What the list of resources shows to somebody. */
  shown(principal: Principal): Condition;
  /** Bytes that are left, for those who look after the machine. */
  freeBytes(): Promise<number | null>;
};
type Period = QueryOf<typeof getLibraryFigures>;
type Holdings = Record<'resources' | 'added' | 'bytes' | 'mediaSeconds' | 'pages' | 'favourites', number>;
type Uses = Record<'viewers' | 'views' | 'plays' | 'downloads' | 'searches' | 'playSeconds', number>;
type Values = Holdings & Uses;
type Used = { values: Uses; viewersExact: boolean; completion: number | null };

const listed = 10;
const mostGroups = 30;
const topMeasures = ['views', 'plays', 'downloads', 'playSeconds'] as const;

/** What there is, how it grows, and how it is used. */
export class LibraryStatService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async figures({ principal }: SignedInContext, query: Period): Promise<OutputOf<typeof getLibraryFigures>> {
    const { db, timeZone } = this.#dependencies;
    const { days, compared } = periodsOf(query, timeZone);
    const periods = compared ? [days, compared] : [days];
    const [held, favourites, now, before, counted] = await Promise.all([
      this.#holdings(principal, periods),
      countFavourites(db, this.#library(principal), periods),
      this.#uses(principal, days),
      compared && this.#uses(principal, compared),
      readCounted(db, timeZone, days),
    ]);
    const values = { ...held[0], favourites: favourites[0], ...now.values } as Values;
    const past = before && ({ ...held[1], favourites: favourites[1], ...before.values } as Values);
    const kpi = (name: keyof Values): Kpi => ({
      value: values[name],
      before: past?.[name] ?? null,
      exact: name !== 'viewers' || now.viewersExact,
    });
    const names = Object.keys(values) as (keyof Values)[];
    const kpis = Object.fromEntries(names.map((name) => [name, kpi(name)])) as Record<keyof Values, Kpi>;
    const completion = { value: now.completion, before: before?.completion ?? null, exact: true };
    const viewers = { ...kpis.viewers, ...untilCounted(kpis.viewers, days, counted.uncounted) };
    return { period: days, compared, ...kpis, viewers, completion, counted };
  }

  async growth(
    { principal }: SignedInContext,
    { by, ...query }: QueryOf<typeof getLibraryGrowth>,
  ): Promise<OutputOf<typeof getLibraryGrowth>> {
    const { db, timeZone } = this.#dependencies;
    const { days } = periodsOf(query, timeZone);
    const buckets = bucketsOf(days, usualDayGrain(days));
    const held = await sumHeld(db, this.#library(principal), {
      ...growthKeys[by],
      cuts: [addDays(days.from, -1), ...buckets.map(({ to }) => to)],
      measures: ['resources'],
    });
    const keys = [...new Set(held.map(({ key }) => key))];
    const names = await listGroupNames(
      db,
      by,
      keys.filter((key) => key !== null),
    );
    const groups = keys.flatMap((key) => {
      const own = new Map(held.filter((row) => row.key === key).map((row) => [row.place, row.resources]));
      const before = own.get(0) ?? 0;
      const added = buckets.map((_, place) => own.get(place + 1) ?? 0);
      const total = before + added.reduce((sum, count) => sum + count, 0);
      return total > 0 ? [{ key, name: key === null ? null : (names.get(key) ?? null), before, total, added }] : [];
    });
    groups.sort((one, other) => other.total - one.total || String(one.key).localeCompare(String(other.key)));
    return {
      ...{ period: days, by, now: momentIn(timeZone) },
      buckets: buckets.map(({ from, to }) => ({ from, to })),
      groups: groups.slice(0, mostGroups),
    };
  }

  async storage(
    { principal }: SignedInContext,
    query: QueryOf<typeof getLibraryStorage>,
  ): Promise<OutputOf<typeof getLibraryStorage>> {
    const { db, timeZone } = this.#dependencies;
    const { days } = periodsOf(query, timeZone);
    const today = todayIn(timeZone);
    const buckets = bucketsOf(days, usualDayGrain(days));
    const earlier = addDays(today, -90);
    const cuts = [...new Set([earlier, ...buckets.map(({ to }) => to)])].sort();
    const [held, freeBytes] = await Promise.all([
      sumHeld(db, this.#library(principal), { by: 'kind', cuts, measures: ['bytes', 'resources'] }),
      dataScopeOf(principal).kind === 'all' ? this.#dependencies.freeBytes() : null,
    ]);
    const addedBy = (day: string) => total(held.filter(({ place }) => place <= cuts.indexOf(day))).bytes;
    const { bytes } = total(held);
    const kinds = [...new Set(held.map(({ key }) => key as ListedResource['kind']))].sort();
    return {
      period: days,
      buckets: buckets.map(({ from, to }) => ({ from, to })),
      bytes: buckets.map(({ to }) => addedBy(to)),
      byKind: kinds.map((kind) => ({ kind, ...total(held.filter(({ key }) => key === kind)) })),
      forecast: forecast({ today, bytes, bytesPerDay: (bytes - addedBy(earlier)) / 90, freeBytes }),
    };
  }

  async coverage({ principal }: SignedInContext): Promise<OutputOf<typeof getLibraryCoverage>> {
    const { db } = this.#dependencies;
    const held = await sumHeld(db, this.#library(principal), {
      ...growthKeys.college,
      cuts: [],
      measures: ['resources', 'with_text', 'heard', 'subtitled'],
    });
    const names = await listGroupNames(
      db,
      'college',
      held.flatMap(({ key }) => (key === null ? [] : [key])),
    );
    const sum = (read: (row: (typeof held)[number]) => number) => held.reduce((whole, row) => whole + read(row), 0);
    const colleges = held
      .map((row) => ({ row, name: row.key === null ? null : (names.get(row.key) ?? null) }))
      .sort(
        ({ row: one }, { row: other }) =>
          other.resources - one.resources || (String(one.key) < String(other.key) ? -1 : 1),
      );
    return {
      all: {
        text: { have: sum((row) => row.with_text), of: sum((row) => row.resources) },
        subtitles: { have: sum((row) => row.subtitled), of: sum((row) => row.heard) },
      },
      colleges: colleges.map(({ row, name }) => ({
        ...{ id: row.key, name },
        text: { have: row.with_text, of: row.resources },
        subtitles: { have: row.subtitled, of: row.heard },
      })),
    };
  }

  async tables({ principal }: SignedInContext, query: Period): Promise<OutputOf<typeof getLibraryTables>> {
    const { db, timeZone } = this.#dependencies;
    const { days, compared } = periodsOf(query, timeZone);
    const mine = this.#library(principal);
    const selection = this.#selection(principal, days);
    const [top, never, unused, largest, owners, counted] = await Promise.all([
      sumGroups(db, selection, { by: 'resource', measures: ['views'], only: { measure: 'views', limit: listed } }),
      listNeverUsed(db, mine, listed),
      sumHeld(db, mine, { by: 'all', cuts: [], measures: ['never_used'] }),
      listLargest(db, mine, listed),
      listOwners(db, mine, listed),
      readCounted(db, timeZone, days),
    ]);
    const ids = top.groups.map(({ key }) => key);
    const used = (within: Days) =>
      sumKeys(db, { ...selection, days: within }, { by: 'resource', keys: ids, measures: topMeasures });
    const [shown, now, before] = await Promise.all([
      listShownResources(db, mine, ids),
      used(days),
      compared && used(compared),
    ]);
    return {
      period: days,
      top: ids.map((id) => {
        const { views, plays, downloads, play_ms: playMs } = now.get(id) ?? noSums;
        const beforeViews = before ? (before.get(id) ?? noSums).views : null;
        const resource = shown.get(id) ?? null;
        return { id, resource, views, plays, downloads, playSeconds: playMs / 1000, beforeViews };
      }),
      neverUsed: {
        count: unused[0]?.never_used ?? 0,
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

  /** What is there now of what had been added by the end of each period, and how much of it was added in it. */
  async #holdings(principal: Principal, periods: readonly Days[]): Promise<Omit<Holdings, 'favourites'>[]> {
    const cuts = [...new Set(periods.flatMap(({ from, to }) => [addDays(from, -1), to]))].sort();
    const held = await sumHeld(this.#dependencies.db, this.#library(principal), {
      ...{ by: 'all' as const, cuts },
      measures: ['resources', 'bytes', 'play_ms', 'pages'],
    });
    const addedBy = (day: string) => held.filter(({ place }) => place <= cuts.indexOf(day));
    const sum = (rows: typeof held, name: 'resources' | 'bytes' | 'play_ms' | 'pages') =>
      rows.reduce((whole, row) => whole + row[name], 0);
    return periods.map(({ from, to }) => {
      const there = addedBy(to);
      const resources = sum(there, 'resources');
      return {
        ...{ resources, added: resources - sum(addedBy(addDays(from, -1)), 'resources'), bytes: sum(there, 'bytes') },
        ...{ mediaSeconds: sum(there, 'play_ms') / 1000, pages: sum(there, 'pages') },
      };
    });
  }

  async #uses(principal: Principal, days: Days): Promise<Used> {
    const { db } = this.#dependencies;
    const selection = this.#selection(principal, days);
    const [used, viewers] = await Promise.all([sumAll(db, selection), countAllViewers(db, selection)]);
    const { views, plays, downloads, searches } = used;
    const values = { viewers: viewers.value, views, plays, downloads, searches, playSeconds: used.play_ms / 1000 };
    return { values, viewersExact: viewers.exact, completion: completionOf(used) };
  }

  #library(principal: Principal): Library {
    const { shown, timeZone } = this.#dependencies;
    return { shown: shown(principal), scope: dataScopeOf(principal), userId: principal.userId, timeZone };
  }

  #selection(principal: Principal, days: Days): Selection {
    return { scope: dataScopeOf(principal), constraints: [], days, timeZone: this.#dependencies.timeZone };
  }
}

function total(rows: readonly { bytes: number; resources: number }[]): { bytes: number; resources: number } {
  return {
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    resources: rows.reduce((sum, { resources }) => sum + resources, 0),
  };
}

function brief({ id, title, kind }: ListedResource) {
  return { id, title, kind };
}
