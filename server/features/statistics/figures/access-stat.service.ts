import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type {
  AccessStat,
  getAccessHeatMap,
  getAccessStat,
  getSearchTerms,
  listAccessKeys,
  StatFigure,
} from '@lectern/contract/features/access-stat.ts';
import { hourGrainDays } from '@lectern/contract/statistics/access-dimension.ts';
import { bucketsOf, usualGrain } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { daysBetween } from '@lectern/contract/statistics/period.ts';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { invalidField } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { isPossibleKey } from '../rollup/dimension.ts';
import { measureOf } from '../rollup/measure.ts';
import { periodsOf, readCounted, untilCounted } from './figure-period.ts';
import { listKeys } from './key.repository.ts';
import type { Selection } from './selection.ts';
import { figuresOf, groupsOf } from './stat-figures.ts';
import { listTerms, sumWeekHours } from './sums.repository.ts';

type Query = QueryOf<typeof getAccessStat>;
type Narrowing = Pick<Query, 'filter' | 'key'>;

/** Figures of what readers and staff do, within what the person who asks may see. */
export class AccessStatService {
  readonly #db: Db;
  readonly #timeZone: string;

  constructor(db: Db, { timeZone }: { timeZone: string }) {
    this.#db = db;
    this.#timeZone = timeZone;
  }

  async get({ principal }: Pick<SignedInContext, 'principal'>, query: Query): Promise<AccessStat> {
    const { days, compared } = periodsOf(query, this.#timeZone);
    const grain = query.grain ?? usualGrain(days);
    if (grain === 'hour' && daysBetween(days.from, days.to) > hourGrainDays) {
      throw invalidField('grain', 'hoursTooLong', { limit: hourGrainDays });
    }
    if (query.filter === 'resource' && query.groupBy !== 'none') {
      throw invalidField('groupBy', 'noGroupingOfOne');
    }
    const { measure, groupBy, limit } = query;
    const selection = this.#selection(principal, query, days);
    const before = compared && { ...selection, days: compared };
    const over = { from: compared && compared.from < days.from ? compared.from : days.from, to: days.to };
    const [whole, past, groups, counted] = await Promise.all([
      figuresOf(this.#db, selection, { measure, grain }),
      before && figuresOf(this.#db, before, { measure, grain }),
      groupBy === 'none'
        ? { groups: [], moreGroups: 0 }
        : groupsOf(this.#db, selection, before, { measure, grain, groupBy, limit }),
      readCounted(this.#db, this.#timeZone, over),
    ]);
    const buckets = bucketsOf(days, grain);
    const shown = (figure: StatFigure, within: Days) =>
      measure === 'viewers' ? untilCounted(figure, within, counted.uncounted) : figure;
    const seriesOf = (series: StatFigure[], pieces: readonly Days[]) =>
      series.map((figure, place) => shown(figure, pieces[place] ?? days));
    return {
      period: days,
      compared,
      grain,
      buckets,
      total: shown(whole.total, days),
      before: past && compared ? shown(past.total, compared) : null,
      series: seriesOf(whole.series, buckets),
      beforeSeries: past && compared ? seriesOf(past.series, bucketsOf(compared, grain)) : null,
      ...groups,
      groups: groups.groups.map((group) => ({
        ...group,
        figure: shown(group.figure, days),
        series: group.series && seriesOf(group.series, buckets),
      })),
      counted: { ...counted, uncounted: counted.uncounted.filter((day) => day >= days.from) },
    };
  }

  async heatMap(
    { principal }: SignedInContext,
    query: QueryOf<typeof getAccessHeatMap>,
  ): Promise<OutputOf<typeof getAccessHeatMap>> {
    const { days } = periodsOf(query, this.#timeZone);
    // Viewers are not counted by the hour: views are shown instead.
    const measure = query.measure === 'viewers' ? 'views' : query.measure;
    const selection = this.#selection(principal, query, days);
    const [rows, counted] = await Promise.all([
      sumWeekHours(this.#db, selection),
      readCounted(this.#db, this.#timeZone, days),
    ]);
    const cells = rows.flatMap((row) => {
      const value = measureOf(row, measure);
      const isShown = value !== null && (measure === 'completion' || value > 0);
      return isShown ? [{ weekday: row.weekday, hour: row.hour, value }] : [];
    });
    return { period: days, measure, cells, counted };
  }

  /** A search is about nothing that belongs to anybody: it is for those who see everything. */
  async terms(
    { principal }: SignedInContext,
    query: QueryOf<typeof getSearchTerms>,
  ): Promise<OutputOf<typeof getSearchTerms>> {
    const { days } = periodsOf(query, this.#timeZone);
    const counted = await readCounted(this.#db, this.#timeZone, days);
    if (dataScopeOf(principal).kind !== 'all') return { period: days, allowed: false, terms: [], more: false, counted };
    const found = await listTerms(this.#db, days, { ...query, limit: query.limit + 1 });
    const terms = found.slice(0, query.limit);
    return { period: days, allowed: true, terms, more: found.length > query.limit, counted };
  }

  keys(
    { principal }: SignedInContext,
    query: QueryOf<typeof listAccessKeys>,
  ): Promise<OutputOf<typeof listAccessKeys>> {
    return listKeys(this.#db, dataScopeOf(principal), query);
  }

  #selection(principal: SignedInContext['principal'], { filter, key }: Narrowing, days: Days): Selection {
    if ((filter === undefined) !== (key === undefined)) throw invalidField('key', 'filterNeedsKey');
    if (filter !== undefined && !isPossibleKey(filter, key ?? '')) throw invalidField('key', 'noSuchKey');
    const constraints = filter && key ? [{ dimension: filter, keys: [key] }] : [];
    return { scope: dataScopeOf(principal), constraints, days, timeZone: this.#timeZone };
  }
}
