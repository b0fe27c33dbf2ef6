import { mayOpenPath } from '@lectern/contract/access.ts';
import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import { accessRecordPage } from '@lectern/contract/features/access-record.ts';
import type { getRetention } from '@lectern/contract/features/access-stat.ts';
import type { getResourceStat, ObjectStat } from '@lectern/contract/features/object-stat.ts';
import { bucketsOf, usualDayGrain } from '@lectern/contract/statistics/buckets.ts';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { completionOf, type Sums } from '../rollup/measure.ts';
import { periodsOf, readCounted, untilCounted } from './figure-period.ts';
import { listKeyNames } from './key.repository.ts';
import { findChapter, findCourse, findResource, type ObjectFacts, sumHundredths } from './object-stat.repository.ts';
import type { Constraint, Selection } from './selection.ts';
import { bucketNames, sumSeries } from './stat-figures.ts';
import { type GroupSums, sumAll, sumBuckets, sumGroups } from './sums.repository.ts';
import { countAllViewers } from './viewers.repository.ts';

type Query = QueryOf<typeof getResourceStat>;
type Dependencies = {
  db: Db;
  timeZone: string;
  /** What somebody may read. */
  readableResource(principal: Principal): Condition;
  readableCourse(principal: Principal): Condition;
};
type PartKind = ObjectStat['parts'][number]['of'];

const mostParts = 200;

/** How one resource, course or chapter is used: the figures of its tab, of the events that the person may see. */
export class ObjectStatService {
  readonly #dependencies: Dependencies;

  constructor(parts: Dependencies) {
    this.#dependencies = parts;
  }

  async resource({ principal }: SignedInContext, id: string, query: Query): Promise<ObjectStat> {
    const { db, readableResource } = this.#dependencies;
    const found = await findResource(db, id, readableResource(principal));
    return this.#stat(principal, found, query, [{ dimension: 'resource', keys: [id] }], ['course']);
  }

  async course({ principal }: SignedInContext, id: string, query: Query): Promise<ObjectStat> {
    const { db, readableCourse } = this.#dependencies;
    const found = await findCourse(db, id, readableCourse(principal));
    return this.#stat(principal, found, query, [{ dimension: 'course', keys: [id] }], ['chapter', 'resource']);
  }

  async chapter({ principal }: SignedInContext, id: string, query: Query): Promise<ObjectStat> {
    const { db, readableCourse } = this.#dependencies;
    const found = await findChapter(db, id, readableCourse(principal));
    const within: Constraint = { dimension: 'course', keys: [found?.courseId ?? id] };
    return this.#stat(principal, found, query, [within, { dimension: 'chapter', keys: [id] }], ['resource']);
  }

  async retention(
    { principal }: SignedInContext,
    id: string,
    query: QueryOf<typeof getRetention>,
  ): Promise<OutputOf<typeof getRetention>> {
    const { db, timeZone, readableResource } = this.#dependencies;
    const found = await findResource(db, id, readableResource(principal));
    if (!found) throw new AppError('notFound');
    const { days } = periodsOf(query, timeZone);
    const period = { from: `${days.from.slice(0, 7)}-01`, to: days.to };
    const [played, counted] = await Promise.all([sumHundredths(db, id, period), readCounted(db, timeZone, period)]);
    const seconds = Array.from({ length: 100 }, (_, hundredth) => (played.get(hundredth) ?? 0) / 1000);
    const one = (found.duration ?? 0) / 100;
    return {
      period,
      resource: { id, title: found.name, kind: found.kind ?? '', durationSeconds: found.duration },
      seconds,
      plays: seconds.map((played) => (one > 0 ? Math.round((played / one) * 100) / 100 : 0)),
      counted,
    };
  }

  async #stat(
    principal: Principal,
    found: ObjectFacts | undefined,
    query: Query,
    constraints: readonly Constraint[],
    partKinds: readonly PartKind[],
  ): Promise<ObjectStat> {
    if (!found) throw new AppError('notFound');
    const { db, timeZone } = this.#dependencies;
    const { days, compared } = periodsOf(query, timeZone);
    const selection: Selection = { scope: dataScopeOf(principal), constraints, days, timeZone };
    const before = compared && { ...selection, days: compared };
    const grain = usualDayGrain(days);
    const [sums, past, people, pastPeople, series, counted, ...parts] = await Promise.all([
      sumAll(db, selection),
      before && sumAll(db, before),
      countAllViewers(db, selection),
      before && countAllViewers(db, before),
      sumBuckets(db, selection, { grain, measures: shownMeasures }),
      readCounted(db, timeZone, days),
      ...partKinds.map((of) => this.#dependenciesOf({ ...selection, constraints: constraints.slice(-1) }, of)),
    ]);
    const buckets = bucketsOf(days, grain);
    const figure = (read: (of: Sums) => number) => ({
      value: read(sums),
      before: past ? read(past) : null,
      exact: true,
    });
    const viewers = untilCounted(people, days, counted.uncounted);
    return {
      ...{ period: days, compared, counted },
      views: figure((of) => of.views),
      plays: figure((of) => of.plays),
      downloads: figure((of) => of.downloads),
      playSeconds: figure((of) => of.play_ms / 1000),
      completion: { value: completionOf(sums), before: past ? completionOf(past) : null, exact: true },
      viewers: { ...viewers, before: pastPeople ? pastPeople.value : null },
      series: sumSeries(series, bucketNames(days, grain)).map((of, place) => ({
        ...{ from: buckets[place]?.from ?? days.from, to: buckets[place]?.to ?? days.to },
        ...shownSums(of),
      })),
      parts: parts.flat(),
      opens: mayOpenPath(principal, accessRecordPage),
    };
  }

  async #dependenciesOf(selection: Selection, of: PartKind): Promise<ObjectStat['parts']> {
    const { db } = this.#dependencies;
    const { groups } = await sumGroups(db, selection, { by: of, measures: shownMeasures });
    const parts = groups
      .sort((one, other) => uses(other) - uses(one) || (one.key < other.key ? -1 : 1))
      .slice(0, mostParts);
    const keys = parts.map(({ key }) => key);
    const nameOf = await listKeyNames(db, of, keys);
    return parts.map(({ key, sums }) => ({ of, id: key, ...nameOf(key), ...shownSums(sums) }));
  }
}

const uses = ({ sums }: GroupSums) => sums.views + sums.plays;
const shownMeasures = ['views', 'plays', 'downloads', 'playSeconds', 'completion'] as const;

function shownSums(sums: Sums) {
  const { views, plays, downloads, play_ms: playMs } = sums;
  return { views, plays, downloads, playSeconds: playMs / 1000, completion: completionOf(sums) };
}
