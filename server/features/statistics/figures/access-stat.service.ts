import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type {
  AccessStat,
  getAccessHeatMap,
  getAccessStat,
  getSearchTerms,
  listAccessKeys,
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
import { figuresOf } from '../rollup/measure.ts';
import { countGroups, countSeries, countTotal, figureCounter } from './count-figures.ts';
import { periodsOf, readCounted } from './figure-period.ts';
import { listKeys } from './key.repository.ts';
import type { Selection } from './selection.ts';
import { listTerms, sumWeekHours } from './sums.repository.ts';

type Query = QueryOf<typeof getAccessStat>;
type Context = Pick<SignedInContext, 'principal'>;

/** Usage statistics within the requester's data scope. */
export class AccessStatService {
  readonly #db: Db;
  readonly #timeZone: string;

  constructor(db: Db, { timeZone }: { timeZone: string }) {
    this.#db = db;
    this.#timeZone = timeZone;
  }

  async get(context: Context, query: Query): Promise<AccessStat> {
    const { days, compared } = periodsOf(query, this.#timeZone);
    const { measure, groupBy: by, limit, grain = usualGrain(days) } = query;
    if (grain === 'hour' && daysBetween(days.from, days.to) > hourGrainDays) {
      throw invalidField('grain', 'hoursTooLong', { limit: hourGrainDays });
    }
    if (query.filter === 'resource' && by !== 'none') throw invalidField('groupBy', 'noGroupingOfOne');
    const selection = this.#selection(context, query, days);
    const before = compared && { ...selection, days: compared };
    const from = compared && compared.from < days.from ? compared.from : days.from;
    const counted = await readCounted(this.#db, this.#timeZone, { from, to: days.to });
    const counter = figureCounter(this.#db, measure, counted.uncounted);
    const noGroups = { groups: [], moreGroups: 0 };
    const [total, series, pastTotal, pastSeries, grouped] = await Promise.all([
      countTotal(counter, selection),
      countSeries(counter, selection, grain),
      before && countTotal(counter, before),
      before && countSeries(counter, before, grain),
      by === 'none' ? noGroups : countGroups(this.#db, counter, selection, before, { by, grain, limit }),
    ]);
    return {
      period: days,
      compared,
      grain,
      buckets: bucketsOf(days, grain),
      total,
      before: pastTotal,
      series,
      beforeSeries: pastSeries,
      ...grouped,
      counted: { ...counted, uncounted: counted.uncounted.filter((day) => day >= days.from) },
    };
  }

  async heatMap(context: Context, query: QueryOf<typeof getAccessHeatMap>): Promise<OutputOf<typeof getAccessHeatMap>> {
    const { days } = periodsOf(query, this.#timeZone);
    // Viewers are not counted by hour, so views are shown instead.
    const measure = query.measure === 'viewers' ? 'views' : query.measure;
    const [rows, counted] = await Promise.all([
      sumWeekHours(this.#db, this.#selection(context, query, days)),
      readCounted(this.#db, this.#timeZone, days),
    ]);
    const cells = rows.flatMap(({ weekday, hour, ...sums }) => {
      const value = figuresOf(sums)[measure];
      return value === null || (value === 0 && measure !== 'completion') ? [] : [{ weekday, hour, value }];
    });
    return { period: days, measure, cells, counted };
  }

  /** Search terms have no department or owner, so only people with data scope `all` get them. */
  async terms(
    { principal }: Context,
    { limit, ...query }: QueryOf<typeof getSearchTerms>,
  ): Promise<OutputOf<typeof getSearchTerms>> {
    const { days } = periodsOf(query, this.#timeZone);
    const allowed = dataScopeOf(principal).kind === 'all';
    const [terms, counted] = await Promise.all([
      allowed ? listTerms(this.#db, days, { ...query, limit: limit + 1 }) : [],
      readCounted(this.#db, this.#timeZone, days),
    ]);
    return { period: days, allowed, terms: terms.slice(0, limit), more: terms.length > limit, counted };
  }

  keys({ principal }: Context, query: QueryOf<typeof listAccessKeys>): Promise<OutputOf<typeof listAccessKeys>> {
    return listKeys(this.#db, dataScopeOf(principal), query);
  }

  #selection({ principal }: Context, { filter, key }: Pick<Query, 'filter' | 'key'>, days: Days): Selection {
    if ((filter === undefined) !== (key === undefined)) throw invalidField('key', 'filterNeedsKey');
    if (filter !== undefined && !isPossibleKey(filter, key ?? '')) throw invalidField('key', 'noSuchKey');
    const constraints = filter && key ? [{ dimension: filter, keys: [key] }] : [];
    return { scope: dataScopeOf(principal), constraints, days, timeZone: this.#timeZone };
  }
}
