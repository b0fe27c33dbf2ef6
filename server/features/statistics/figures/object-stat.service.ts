import { mayOpenPath } from '@lectern/contract/access.ts';
import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import { accessRecordPage } from '@lectern/contract/features/access-record.ts';
import type { getRetention } from '@lectern/contract/features/access-stat.ts';
import type { getResourceStat, ObjectStat } from '@lectern/contract/features/object-stat.ts';
import { usualDayGrain } from '@lectern/contract/statistics/buckets.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { todayIn } from '../../../platform/local-time.ts';
import { figuresOf, noSums, type Sums } from '../rollup/measure.ts';
import { byBucket, countMeasures } from './count-figures.ts';
import { periodsOf, readCounted, untilCounted } from './figure-period.ts';
import { listKeyNames } from './key.repository.ts';
import type { Constraint, Selection } from './selection.ts';
import { sumBuckets, sumHundredths } from './sums.repository.ts';

type Query = QueryOf<typeof getResourceStat>;
type Dependencies = {
  db: Db;
  timeZone: string;
  readableResource(principal: Principal): Condition;
  readableCourse(principal: Principal): Condition;
};
type PartKind = ObjectStat['parts'][number]['of'];

const mostParts = 200;

/** Usage statistics of one resource, course or chapter, from the events this person may see. */
export class ObjectStatService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async resource({ principal }: SignedInContext, id: string, query: Query): Promise<ObjectStat> {
    await this.#getResource(principal, id);
    return this.#stat(principal, query, [{ dimension: 'resource', keys: [id] }], ['course']);
  }

  async course({ principal }: SignedInContext, id: string, query: Query): Promise<ObjectStat> {
    const courseId = await this.#getCourseId(principal, sql`courses.id = ${id}`);
    return this.#stat(principal, query, [{ dimension: 'course', keys: [courseId] }], ['chapter', 'resource']);
  }

  async chapter({ principal }: SignedInContext, id: string, query: Query): Promise<ObjectStat> {
    const ofChapter = sql`courses.id = (select course_id from chapters where id = ${id})`;
    const courseId = await this.#getCourseId(principal, ofChapter);
    const within: Constraint = { dimension: 'course', keys: [courseId] };
    return this.#stat(principal, query, [within, { dimension: 'chapter', keys: [id] }], ['resource']);
  }

  /** Play time of each hundredth of a recording, for whole months only. */
  async retention(
    { principal }: SignedInContext,
    id: string,
    query: QueryOf<typeof getRetention>,
  ): Promise<OutputOf<typeof getRetention>> {
    const { db, timeZone } = this.#dependencies;
    const resource = await this.#getResource(principal, id);
    const { days } = periodsOf(query, timeZone);
    const period = wholeMonths(days, todayIn(timeZone));
    const [played, counted] = await Promise.all([sumHundredths(db, id, period), readCounted(db, timeZone, period)]);
    const seconds = Array.from({ length: 100 }, (_, hundredth) => played.get(hundredth) ?? 0);
    const length = (resource.durationSeconds ?? 0) / 100;
    const plays = seconds.map((each) => (length > 0 ? Math.round((each / length) * 100) / 100 : 0));
    return { period, resource, seconds, plays, counted };
  }

  async #getResource(principal: Principal, id: string): Promise<OutputOf<typeof getRetention>['resource']> {
    const { db, readableResource } = this.#dependencies;
    const { rows } = await sql<OutputOf<typeof getRetention>['resource']>`
      select id, title, kind, duration_seconds as "durationSeconds" from resources
      where id = ${id} and state <> 'purged' and ${readableResource(principal)}`.execute(db);
    if (!rows[0]) throw new AppError('notFound');
    return rows[0];
  }

  async #getCourseId(principal: Principal, condition: Condition): Promise<string> {
    const { db, readableCourse } = this.#dependencies;
    const { rows } = await sql<{ id: string }>`
      select courses.id from courses where ${condition} and ${readableCourse(principal)}`.execute(db);
    if (!rows[0]) throw new AppError('notFound');
    return rows[0].id;
  }

  async #stat(
    principal: Principal,
    query: Query,
    constraints: readonly Constraint[],
    partKinds: readonly PartKind[],
  ): Promise<ObjectStat> {
    const { db, timeZone } = this.#dependencies;
    const { days, compared } = periodsOf(query, timeZone);
    const selection: Selection = { scope: dataScopeOf(principal), constraints, days, timeZone };
    const before = compared && { ...selection, days: compared };
    const grain = usualDayGrain(days);
    const [now, past, series, counted, ...parts] = await Promise.all([
      countMeasures(db, selection),
      before && countMeasures(db, before),
      sumBuckets(db, selection, { grain }),
      readCounted(db, timeZone, days),
      ...partKinds.map((of) => this.#parts({ ...selection, constraints: constraints.slice(-1) }, of)),
    ]);
    const figure = (name: 'views' | 'plays' | 'downloads' | 'playSeconds') => ({
      value: now[name],
      before: past?.[name] ?? null,
      exact: true,
    });
    return {
      period: days,
      compared,
      counted,
      views: figure('views'),
      plays: figure('plays'),
      downloads: figure('downloads'),
      playSeconds: figure('playSeconds'),
      completion: { value: now.completion, before: past?.completion ?? null, exact: true },
      viewers: { ...untilCounted(now.viewers, days, counted.uncounted), before: past?.viewers.value ?? null },
      series: byBucket(series, days, grain).map(({ bucket: { from, to }, row }) => ({
        ...{ from, to },
        ...shownFigures(row ?? noSums),
      })),
      parts: parts.flat(),
      opens: mayOpenPath(principal, accessRecordPage),
    };
  }

  async #parts(selection: Selection, of: PartKind): Promise<ObjectStat['parts']> {
    const { db } = this.#dependencies;
    const groups = await sumBuckets(db, selection, { grain: 'whole', by: of });
    const parts = groups
      .map(({ key, ...sums }) => ({ id: key ?? '', ...shownFigures(sums) }))
      .sort((one, other) => uses(other) - uses(one) || (one.id < other.id ? -1 : 1))
      .slice(0, mostParts);
    const nameOf = await listKeyNames(
      db,
      of,
      parts.map(({ id }) => id),
    );
    return parts.map((part) => ({ of, ...nameOf(part.id), ...part }));
  }
}

const uses = ({ views, plays }: Pick<Sums, 'views' | 'plays'>) => views + plays;

function shownFigures(sums: Sums) {
  const { views, plays, downloads, playSeconds, completion } = figuresOf(sums);
  return { views, plays, downloads, playSeconds, completion };
}

/** The months of a period, without days to come. */
function wholeMonths({ from, to }: Days, today: string): Days {
  const lastOfMonth = new Date(Date.UTC(Number(to.slice(0, 4)), Number(to.slice(5, 7)), 0)).toISOString().slice(0, 10);
  return { from: `${from.slice(0, 7)}-01`, to: lastOfMonth < today ? lastOfMonth : today };
}
