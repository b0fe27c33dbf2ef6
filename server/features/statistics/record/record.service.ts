import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type {
  AccessRecordRow,
  getVisit,
  newerAccessRecords,
  sumAccessRecords,
} from '@lectern/contract/features/access-record.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Condition, ListSource } from '../../../platform/list/list-source.ts';
import { type View, viewConditions } from '../../../platform/list/view-conditions.ts';
import { eventScope } from '../figures/selection.ts';
import { countAllViewers } from '../figures/viewers.repository.ts';
import { eventSums, figuresOf, isViewing, noSums, type Sums } from '../rollup/measure.ts';
import { newestSeq } from '../rollup/watermark.repository.ts';
import { sumView, viewSelection } from './count-records.ts';
import { type AccessRecord, presentRecord, recordColumns, recordJoins } from './record.presenter.ts';

const newerAtOnce = 50;
const visitRows = 500;
const dayMs = 24 * 3_600_000;

/** What accompanies the list of access records: sums, new records and the visit of one person. */
export class RecordService {
  readonly #db: Db;
  readonly #source: ListSource;
  readonly #timeZone: string;

  constructor(db: Db, source: ListSource, { timeZone }: { timeZone: string }) {
    this.#db = db;
    this.#source = source;
    this.#timeZone = timeZone;
  }

  async sums(
    { principal }: SignedInContext,
    view: QueryOf<typeof sumAccessRecords>,
  ): Promise<OutputOf<typeof sumAccessRecords>> {
    const selected = viewSelection(view as View, dataScopeOf(principal), this.#timeZone);
    // Sketches can't be narrowed to a tab, hour or term.
    const { action, hours, weekdays, conditions = [] } = selected ?? {};
    if (!selected || action || hours || weekdays || conditions.length > 0) return this.#count(principal, view as View);
    const [sums, viewers] = await Promise.all([
      sumView(this.#db, selected),
      countAllViewers(this.#db, selected.selection),
    ]);
    return { ...figuresOf(sums), viewers };
  }

  async newer(
    { principal }: SignedInContext,
    { after, ...view }: QueryOf<typeof newerAccessRecords>,
  ): Promise<OutputOf<typeof newerAccessRecords>> {
    const { rows: ends } = await sql<{ latest: number }>`select ${newestSeq} as latest`.execute(this.#db);
    const latest = ends[0]?.latest ?? 0;
    if (after === undefined || latest <= after) return { latest, rows: [], more: false };
    const conditions = this.#conditions(principal, view as View);
    const { rows } = await sql<AccessRecord>`select ${recordColumns(principal)} from access_events ${recordJoins}
      where access_events.seq > ${after} and ${conditions} order by access_events.seq desc limit ${newerAtOnce + 1}`.execute(
      this.#db,
    );
    return { latest, rows: rows.slice(0, newerAtOnce).map(presentRecord), more: rows.length > newerAtOnce };
  }

  /** Records of the same visit and person within a day of the event, because sites may reuse visit ids. */
  async visit({ principal }: SignedInContext, seq: number): Promise<OutputOf<typeof getVisit>> {
    const scope = eventScope(dataScopeOf(principal));
    type Event = { at: Date; visit: string | null; user_id: string | null; key_id: string | null };
    const { rows: events } = await sql<Event>`
      select at, visit, user_id, key_id from access_events where seq = ${seq} and ${scope}`.execute(this.#db);
    const [event] = events;
    if (!event?.visit) throw new AppError('notFound');
    const around = [new Date(event.at.getTime() - dayMs), new Date(event.at.getTime() + dayMs)];
    const { rows } = await sql<AccessRecord>`select ${recordColumns(principal)} from access_events ${recordJoins}
      where access_events.visit = ${event.visit} and access_events.at between ${around[0]} and ${around[1]} and ${scope}
        and access_events.user_id is not distinct from ${event.user_id}::uuid
        and access_events.key_id is not distinct from ${event.key_id}::uuid
      order by access_events.at, access_events.seq limit ${visitRows + 1}`.execute(this.#db);
    const shown: AccessRecordRow[] = rows.slice(0, visitRows).map(presentRecord);
    const [first, last] = [shown[0], shown.at(-1)];
    if (!first || !last) throw new AppError('notFound');
    const { person, reader, at: from } = first;
    return { person, reader, from, to: last.at, rows: shown, more: rows.length > visitRows };
  }

  async #count(principal: SignedInContext['principal'], view: View): Promise<OutputOf<typeof sumAccessRecords>> {
    const { rows } = await sql<Sums & { viewers: number }>`select ${eventSums},
      count(distinct viewer) filter (where ${isViewing}) as viewers
      from access_events where ${this.#conditions(principal, view)}`.execute(this.#db);
    const { viewers, ...sums } = rows[0] ?? { ...noSums, viewers: 0 };
    return { ...figuresOf(sums), viewers: { value: viewers, exact: true } };
  }

  #conditions(principal: SignedInContext['principal'], view: View): Condition {
    return viewConditions(this.#source, view, principal, { timeZone: this.#timeZone });
  }
}
