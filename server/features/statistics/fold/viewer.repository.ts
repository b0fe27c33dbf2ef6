import type { Days } from '@lectern/contract/statistics/figure.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import { dimensionNumbers, everything, isViewing } from './cell.ts';
import { eventTables, numberColumn, pairsOfDimensions } from './event-sums.ts';
import { sketchSize } from './sketch.ts';
import { listTops } from './top-list.ts';
import { markSpans } from './viewer-span.repository.ts';

type Sql = RawBuilder<unknown>;

const isCounted = sql`exists (select from access_viewers where access_viewers.day + 0 = access_unsettled_days.day)`;

/** The next day to count: the newest that was never counted, then the one whose new events have waited longest. */
export async function findUnsettledDay(db: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from access_unsettled_days
    order by ${isCounted}, case when not ${isCounted} then day end desc, since, day limit 1`.execute(db);
  return rows[0]?.day;
}

/** Days with events whose viewers were never counted, newest first. */
export async function listUncountedDays(db: Executor, { from, to }: Days): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from access_unsettled_days
    where day between ${from}::date and ${to}::date and not ${isCounted} order by day desc`.execute(db);
  return rows.map(({ day }) => day);
}

/** The instants of a day, as a condition on events. */
export function onDay(day: string, timeZone: string): Condition {
  return sql`at >= (${day}::date)::timestamp at time zone ${timeZone}
    and at < (${day}::date + 1)::timestamp at time zone ${timeZone}`;
}

/** How many people a day's events are of, cell by cell: as many rows as `access_viewers` has of it. */
export function viewersOfDay(day: string, { seq, timeZone }: { seq: number; timeZone: string }): Sql {
  return viewerRows({
    events: sql`${onDay(day, timeZone)} and seq <= ${seq}`,
    timeZone,
    day: sql`${day}::date`,
    people: [
      sql`0::smallint as dimension, ${sql.lit(everything)} as key, 0::smallint as within, 0 as within_key, viewer from counted`,
      ...pairsOfDimensions().map(peopleOfPair),
      ...(['resource', 'chapter', 'owner'] as const).map(
        (name) => sql`${sql.lit(dimensionNumbers[name])}::smallint, ${sql.id(name)}, 0::smallint, 0, viewer
          from counted where ${sql.id(name)} <> 0`,
      ),
    ],
  });
}

/** The same of one owner's events of all days, by everything that owners are paired with. */
export function viewersOfOwner(events: Condition, timeZone: string): Sql {
  const people = pairsOfDimensions().filter(([, other]) => other === 'owner');
  return viewerRows({ events, timeZone, day: sql`day`, people: people.map(peopleOfPair) });
}

function peopleOfPair([one, other]: ReturnType<typeof pairsOfDimensions>[number]): Sql {
  const within = other ? sql`${sql.lit(dimensionNumbers[other])}::smallint` : sql`0::smallint`;
  return sql`${sql.lit(dimensionNumbers[one])}::smallint as dimension, ${sql.id(one)} as key, ${within} as within,
      ${other ? numberColumn(other) : sql`0`} as within_key, viewer
    from counted where ${sql.id(one)} <> 0 ${other ? sql`and ${numberColumn(other)} <> 0` : sql``}`;
}

type Counting = { events: Condition; timeZone: string /** Known, or that of each event. */; day: Sql; people: Sql[] };

function viewerRows({ events, timeZone, day, people }: Counting): Sql {
  const distinct = people.map((each) => sql`select distinct ${day} as day, ${each}`);
  return sql`
    with ${eventTables(sql`${events} and not robot and ${isViewing}`, timeZone)},
    people as (${sql.join(distinct, sql` union all `)}),
    placed as (
      select *, row_number() over (partition by day, key, within, within_key order by viewer) as place from people
    )
    select day, dimension, key, within, within_key, count(*)::integer as viewers,
      string_agg(int8send(viewer), '' order by viewer) filter (where place <= ${sql.lit(sketchSize)}) as sketch
    from placed group by day, dimension, key, within, within_key`;
}

export async function settleDay(
  transaction: Executor,
  day: string,
  until: { seq: number; timeZone: string },
): Promise<void> {
  await sql`delete from access_viewers where day + 0 = ${day}::date`.execute(transaction);
  await sql`insert into access_viewers (day, dimension, key, within, within_key, viewers, sketch)
    select * from (${viewersOfDay(day, until)}) counted_anew`.execute(transaction);
  await sql`delete from access_unsettled_days where day = ${day}::date`.execute(transaction);
  await listTops(transaction, { span: 'day', day });
  await markSpans(transaction, day);
}

export async function saveSettled(db: Executor): Promise<void> {
  await sql`update access_fold set settled_at = now()
    where not exists (select from access_unsettled_days)`.execute(db);
}
