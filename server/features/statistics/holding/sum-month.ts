import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import {
  addedIn,
  addedOn,
  type HeldDimension,
  heldDimensions,
  heldKeys,
  heldMeasures,
  heldScopes,
  isHeld,
  measuresOfResource,
  summedMeasures,
} from './held.ts';

/** By day and by month; owners by month only. */
const daily = ['all', 'kind', 'format', 'subject', 'department'] as const satisfies readonly HeldDimension[];
const pieces = [
  ...daily.map((dimension) => ({ dimension, day: sql`day` })),
  ...[...daily, 'owner' as const].map((dimension) => ({ dimension, day: sql`null::date` })),
];

/** Sums a month anew. What is noted of it from here on is summed by the next one. */
export async function sumMonth(transaction: Executor, month: string, timeZone: string): Promise<void> {
  await sql`delete from holding_changes where month = ${month}::date`.execute(transaction);
  await addOwners(transaction, month, -1);
  await sql`delete from holding_sums where month + 0 = ${month}::date`.execute(transaction);
  await insertSums(transaction, month, timeZone);
  await addOwners(transaction, month, 1);
  await sql`delete from holding_owners where resources = 0`.execute(transaction);
  await sql`insert into holding_months (month, time_zone) values (${month}::date, ${timeZone})
    on conflict (month) do update set time_zone = excluded.time_zone, summed_at = now()`.execute(transaction);
}

async function insertSums(transaction: Executor, month: string, timeZone: string): Promise<void> {
  const keys = sql.join(Object.entries(heldKeys).map(([name, key]) => sql`${key} as ${sql.id(`by_${name}`)}`));
  const selects = [
    ...selectsOf(heldScopes.all, { within: sql`true`, department: sql`null::uuid` }),
    ...selectsOf(heldScopes.published, { within: sql`published`, department: sql`null::uuid` }),
    ...selectsOf(heldScopes.rest, { within: sql`not published`, department: sql`department_id` }),
  ];
  await sql`insert into holding_sums (month, day, scope, department_id, dimension, key,
      ${sql.join(heldMeasures.map((name) => sql.id(name)))})
    with held as materialized (
      select ${addedOn(timeZone)} as day, resources.department_id, resources.state = 'published' as published, ${keys},
        ${measuresOfResource(heldMeasures)}
      from resources where ${isHeld} and ${addedIn(sql`${month}::date`, timeZone)})
    select ${month}::date, summed.* from (${sql.join(selects, sql` union all `)}) summed`.execute(transaction);
}

type Sql = RawBuilder<unknown>;

function selectsOf(scope: number, { within, department }: { within: Sql; department: Sql }): Sql[] {
  return pieces.map(
    ({ dimension, day }) => sql`select ${day} as day, ${sql.lit(scope)}::smallint, ${department},
      ${sql.lit(heldDimensions[dimension])}::smallint, ${sql.id(`by_${dimension}`)}, ${summedMeasures(heldMeasures)}
      from held where ${within} group by 1, 3, 5`,
  );
}

/** Whoever owns something of this month, with it or without it. */
async function addOwners(transaction: Executor, month: string, sign: 1 | -1): Promise<void> {
  const signed = sql.lit(sign);
  await sql`insert into holding_owners (scope, department_id, owner_id, resources, bytes)
    select scope, department_id, key::uuid, ${signed} * resources, ${signed} * bytes from holding_sums
    where month + 0 = ${month}::date and dimension = ${sql.lit(heldDimensions.owner)}
    on conflict (scope, department_id, owner_id) do update
    set resources = holding_owners.resources + excluded.resources, bytes = holding_owners.bytes + excluded.bytes`.execute(
    transaction,
  );
}
