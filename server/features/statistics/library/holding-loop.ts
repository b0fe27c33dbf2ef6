import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../platform/background-loop/background-loop.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
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

type Dependencies = { db: Db; timeZone: string; logger: Logger };

/** While somebody brings in many files the month of today is summed again and again: not too often. */
const lookEveryMs = 5_000;

/** Sums what the library holds, month by month, wherever something changed. Every worker has one; one works at a time. */
export class HoldingLoop {
  readonly #dependencies: Dependencies;
  readonly #loop: BackgroundLoop;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { db, logger } = dependencies;
    this.#loop = new BackgroundLoop({
      name: 'libraryStatistics',
      everyMs: lookEveryMs,
      db,
      logger,
      run: () => this.#look(),
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Until every month is summed. */
  async runOnce(): Promise<void> {
    while (await this.sumNext());
  }

  /** One month; answers whether there was one. */
  async sumNext(): Promise<boolean> {
    const { db, timeZone } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const { rows: locked } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('holdings', 0)) as mine`.execute(transaction);
      if (!locked[0]?.mine) return false;
      const { rows } = await sql<{ month: string }>`
        select month::text as month from (
          select distinct month from holding_changes where summed_for is distinct from ${timeZone}) due
        order by due.month desc limit 1`.execute(transaction);
      const [next] = rows;
      if (!next) return false;
      await sumMonth(transaction, next.month, timeZone);
      return true;
    });
  }

  async #look(): Promise<undefined> {
    while (this.#loop.running && (await this.sumNext()));
  }
}

/** By day and by month; owners by month only. */
const daily = ['all', 'kind', 'format', 'subject', 'department'] as const satisfies readonly HeldDimension[];
const pieces = [
  ...daily.map((dimension) => ({ dimension, day: sql`day` })),
  ...[...daily, 'owner' as const].map((dimension) => ({ dimension, day: sql`null::date` })),
];

/** Sums a month anew. What is noted of it from here on is summed by the next one. */
async function sumMonth(transaction: Executor, month: string, timeZone: string): Promise<void> {
  await sql`delete from holding_changes where month = ${month}::date`.execute(transaction);
  await sql`delete from holding_sums where month + 0 = ${month}::date`.execute(transaction);
  await insertSums(transaction, month, timeZone);
  await sql`insert into holding_changes (month, summed_for) values (${month}::date, ${timeZone})`.execute(transaction);
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
