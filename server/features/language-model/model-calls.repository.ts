import type { ModelPurpose } from '@lectern/contract/features/language-model.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';

type ModelCall = {
  purpose: ModelPurpose;
  resourceId: string | null;
  requestedBy: string | null;
  model: string;
  outcome: string;
  tokensIn: number;
  tokensOut: number;
  cost: number | null;
  milliseconds: number;
};

export async function insertModelCall(db: Executor, call: ModelCall): Promise<void> {
  await sql`
    insert into language_model_calls (id, purpose, resource_id, requested_by, model, outcome, tokens_in, tokens_out, cost,
      milliseconds)
    values (${newId()}, ${call.purpose}, (select id from resources where id = ${call.resourceId}),
      (select id from users where id = ${call.requestedBy}), ${call.model}, ${call.outcome}, ${call.tokensIn},
      ${call.tokensOut}, ${call.cost}, ${call.milliseconds})`.execute(db);
}

type MonthUse = { calls: number; failed: number; tokens: number; cost: number | null };

/** Since the first day of the month in the platform's time zone. */
export async function findMonthUse(db: Executor, timeZone: string): Promise<MonthUse> {
  const { rows } = await sql<MonthUse>`
    select count(*)::int as calls, (count(*) filter (where outcome <> 'answered'))::int as failed,
      coalesce(sum(tokens_in::bigint + tokens_out), 0)::bigint as tokens, sum(cost) as cost
    from language_model_calls
    where at >= date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone}`.execute(db);
  return rows[0] ?? { calls: 0, failed: 0, tokens: 0, cost: null };
}
