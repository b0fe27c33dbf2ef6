import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type {
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
  Kpi,
} from '@lectern/contract/features/library-stat.ts';
import { bucketsOf, usualGrain } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { addDays, daysBetween } from '@lectern/contract/statistics/period.ts';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { periodsOf, readCounted, todayIn } from '../figures/figure-context.ts';
import { measureOrder } from '../figures/measure.ts';
import type { Selection } from '../figures/selection.ts';
import { noSums, type Sums, sumAll, sumGroups, sumTopGroups } from '../figures/sums.repository.ts';
import { countViewers } from '../figures/viewers.repository.ts';
import { forecast } from './forecast.ts';
import * as library from './library-stat.repository.ts';

type Parts = {
  db: Db;
  timeZone: string;
  /** What the list of resources shows to somebody. */
  shown(principal: Principal): Condition;
  /** Bytes that are left, for those who look after the machine. */
  freeBytes(): Promise<number | null>;
};
type Period = QueryOf<typeof getLibraryFigures>;

const listed = 10;
const mostGroups = 30;

/** What there is, how it grows, and how it is used. */
export class LibraryStatService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async figures({ principal }: SignedInContext, query: Period): Promise<OutputOf<typeof getLibraryFigures>> {
    const { db, timeZone } = this.#parts;
    const { days, compared } = periodsOf(query, timeZone);
    const [now, before, counted] = await Promise.all([
      this.#figuresOf(principal, days),
      compared && this.#figuresOf(principal, compared),
      readCounted(db, timeZone),
    ]);
    const kpi = (name: keyof typeof now.values): Kpi => ({
      value: now.values[name],
      before: before?.values[name] ?? null,
      exact: name !== 'viewers' || now.viewersExact,
    });
    const names = Object.keys(now.values) as (keyof typeof now.values)[];
    const kpis = Object.fromEntries(names.map((name) => [name, kpi(name)])) as Record<keyof typeof now.values, Kpi>;
    return { period: days, compared, ...kpis, counted };
  }

  async growth(
    { principal }: SignedInContext,
    query: QueryOf<typeof getLibraryGrowth>,
  ): Promise<OutputOf<typeof getLibraryGrowth>> {
    const { db, timeZone } = this.#parts;
    const { days } = periodsOf(query, timeZone);
    const grain = coarse(days);
    const buckets = bucketsOf(days, grain);
    const rows = await library.countGrowth(db, this.#library(principal), days, { by: query.by, grain });
    const keys = [...new Set(rows.map(({ key }) => key))];
    const names = await library.listGroupNames(
      db,
      query.by,
      keys.filter((key) => key !== null),
    );
    const groups = keys.map((key) => {
      const own = rows.filter((row) => row.key === key);
      const before = own.find(({ start }) => start === null)?.count ?? 0;
      const added = buckets.map(({ from }) => own.find(({ start }) => start === from)?.count ?? 0);
      const total = before + added.reduce((sum, count) => sum + count, 0);
      return { key, name: key === null ? null : (names.get(key) ?? null), before, total, added };
    });
    groups.sort((one, other) => other.total - one.total || String(one.key).localeCompare(String(other.key)));
    return {
      period: days,
      by: query.by,
      buckets: buckets.map(({ from, to }) => ({ from, to })),
      groups: groups.slice(0, mostGroups),
    };
  }

  async storage(
    { principal }: SignedInContext,
    query: QueryOf<typeof getLibraryStorage>,
  ): Promise<OutputOf<typeof getLibraryStorage>> {
    const { db, timeZone } = this.#parts;
    const { days } = periodsOf(query, timeZone);
    const today = todayIn(timeZone);
    const buckets = bucketsOf(days, coarse(days));
    const mine = this.#library(principal);
    const [{ bytes, byKind, now, earlier }, free] = await Promise.all([
      library.sumStorage(db, mine, { buckets, earlier: addDays(today, -90) }),
      dataScopeOf(principal).kind === 'all' ? this.#parts.freeBytes() : null,
    ]);
    return {
      period: days,
      buckets: buckets.map(({ from, to }) => ({ from, to })),
      ...{ bytes, byKind },
      forecast: forecast({ today, bytes: now, bytesPerDay: (now - earlier) / 90, freeBytes: free }),
    };
  }

  async coverage({ principal }: SignedInContext): Promise<OutputOf<typeof getLibraryCoverage>> {
    const rows = await library.countCoverage(this.#parts.db, this.#library(principal));
    const sum = (read: (row: library.Coverage) => number) => rows.reduce((total, row) => total + read(row), 0);
    return {
      all: {
        text: { have: sum(({ text }) => text), of: sum(({ all }) => all) },
        subtitles: { have: sum(({ subtitled }) => subtitled), of: sum(({ heard }) => heard) },
      },
      colleges: rows.map((row) => ({
        ...{ id: row.college, name: row.name },
        text: { have: row.text, of: row.all },
        subtitles: { have: row.subtitled, of: row.heard },
      })),
    };
  }

  async tables({ principal }: SignedInContext, query: Period): Promise<OutputOf<typeof getLibraryTables>> {
    const { db, timeZone } = this.#parts;
    const { days, compared } = periodsOf(query, timeZone);
    const mine = this.#library(principal);
    const selection = this.#selection(principal, days);
    const [top, never, largest, owners, counted] = await Promise.all([
      sumTopGroups(db, selection, 'resource', { by: measureOrder.views, limit: listed }),
      library.findNeverUsed(db, mine, listed),
      library.listLargest(db, mine, listed),
      library.listOwners(db, mine, listed),
      readCounted(db, timeZone),
    ]);
    const ids = top.groups.flatMap(({ key }) => (key ? [key] : []));
    const [shown, before] = await Promise.all([
      library.listShownResources(db, mine, ids),
      compared && ids.length > 0
        ? sumGroups(
            db,
            { ...this.#selection(principal, compared), constraints: [{ dimension: 'resource', keys: ids }] },
            'resource',
          )
        : [],
    ]);
    const past = new Map<string | null, Sums>(before.map((row) => [row.key, row]));
    return {
      period: days,
      top: top.groups.flatMap(({ key, views, plays, downloads, play_ms: playMs }) => {
        if (!key) return [];
        const beforeViews = compared ? (past.get(key) ?? noSums).views : null;
        const resource = shown.get(key) ?? null;
        return [{ id: key, resource, views, plays, downloads, playSeconds: playMs / 1000, beforeViews }];
      }),
      neverUsed: {
        count: never.count,
        rows: never.rows.map((row) => ({
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

  async #figuresOf(principal: Principal, days: Days) {
    const { db } = this.#parts;
    const selection = this.#selection(principal, days);
    const [held, used, people] = await Promise.all([
      library.sumHoldings(db, this.#library(principal), days),
      sumAll(db, selection),
      countViewers(db, selection),
    ]);
    const viewers = people.get(null) ?? { value: 0, exact: true };
    const values = {
      ...{ resources: held.resources, added: held.added, bytes: held.bytes },
      ...{ mediaSeconds: held.seconds, pages: held.pages, viewers: viewers.value },
      ...{ views: used.views, plays: used.plays, downloads: used.downloads, searches: used.searches },
      playSeconds: used.play_ms / 1000,
    };
    return { values, viewersExact: viewers.exact };
  }

  #library(principal: Principal): library.Library {
    return { shown: this.#parts.shown(principal), timeZone: this.#parts.timeZone };
  }

  #selection(principal: Principal, days: Days): Selection {
    return { scope: dataScopeOf(principal), constraints: [], days, timeZone: this.#parts.timeZone };
  }
}

/** Growth is not told by the hour, and not day by day over months. */
function coarse(days: Days): 'day' | 'week' | 'month' {
  const usual = usualGrain(days);
  if (usual === 'hour' || daysBetween(days.from, days.to) <= 31) return 'day';
  return usual;
}

function brief({ id, title, kind }: library.ListedResource) {
  return { id, title, kind };
}
