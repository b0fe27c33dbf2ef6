import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { dimensionNumbers } from './cell.ts';
import { type SumTable, sumTables } from './event-sums.ts';
import { addToTables } from './fold.repository.ts';
import type { Cell } from './sketch.ts';
import { lastDayOf, type Span } from './span.ts';
import { viewersOfOwner } from './viewer.repository.ts';

type Until = { seq: number; timeZone: string };

const number = sql.lit(dimensionNumbers.owner);
/** Nothing is older. */
const firstDay = '2000-01-01';

/** Whose things had so many events within a year, and of whom no sums are kept. */
export async function listDueOwners(db: Executor, moreThan: number): Promise<number[]> {
  const { rows } = await sql<{ owner: number }>`
    select owner from access_resource_months where owner <> 0 and day > now() - interval '1 year'
      and owner not in (select owner from access_owners)
    group by owner having sum(views + plays + downloads + searches + clicks) > ${moreThan} order by owner`.execute(db);
  return rows.map(({ owner }) => owner);
}

/** From the first day of which all events are there. Nothing: it was done by somebody else. */
export async function insertOwner(
  transaction: Executor,
  owner: number,
  { keptFrom, timeZone }: { keptFrom: Date | null; timeZone: string },
): Promise<boolean> {
  const { rows } = await sql`insert into access_owners (owner, since)
    select ${owner}, coalesce((${keptFrom}::timestamptz at time zone ${timeZone})::date + 1, ${firstDay}::date)
    on conflict do nothing returning owner`.execute(transaction);
  return rows.length > 0;
}

const ownerTables = sumTables
  .filter(({ name }) => ['access_days', 'access_months', 'access_hours'].includes(name))
  .map((table): SumTable => {
    const paired = table.name === 'access_hours' ? sql`` : sql`or within = ${number}`;
    return { ...table, rows: sql`select * from (${table.rows}) of_everybody where dimension = ${number} ${paired}` };
  });

/** Adds what there is up to an event to the sums; what comes later is added as it comes. */
export function addOwnerSums(transaction: Executor, owner: number, { seq, timeZone }: Until): Promise<void> {
  return addToTables(transaction, { events: eventsOf(owner, { seq, timeZone }), timeZone, tables: ownerTables });
}

/** Days whose people are to be counted anew are among them: nothing is lost by counting them twice. */
export async function addOwnerViewers(transaction: Executor, owner: number, until: Until): Promise<void> {
  await sql`insert into access_viewers (day, dimension, key, within, within_key, viewers, sketch)
    select * from (${viewersOfOwner(eventsOf(owner, until), until.timeZone)}) counted`.execute(transaction);
}

function eventsOf(owner: number, { seq, timeZone }: Until): Condition {
  return sql`owner_id = (select key::uuid from access_keys where id = ${owner}) and seq <= ${seq}
    and at >= (select since::timestamp at time zone ${timeZone} from access_owners where owner = ${owner})`;
}

/** Weeks and months that are put together. */
export async function listSettledSpans(db: Executor): Promise<Span[]> {
  const { rows } = await sql<Span>`select span, day::text as day from access_viewer_spans where key = 0 and within = 0
    and not exists (select from access_unsettled_spans unsettled
      where unsettled.span = access_viewer_spans.span and unsettled.day = access_viewer_spans.day)`.execute(db);
  return rows;
}

/** What one has of the days of a span, cell by cell. */
export async function listOwnerDays(db: Executor, owner: number, span: Span): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select dimension, key, within, within_key, viewers, true as counted, sketch from access_viewers
    where within = ${number} and within_key = ${owner} and day between ${span.day}::date and ${lastDayOf(span)}::date
    order by key, within, within_key`.execute(db);
  return rows;
}
