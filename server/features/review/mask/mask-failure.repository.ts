import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

export async function findMaskedResource(db: Executor, jobId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select input ->> 'resourceId' as id from jobs where id = ${jobId}`.execute(db);
  return rows[0]?.id ?? undefined;
}

/** Nobody decided anything: the version stays, so that whoever masked it can still take that back. */
export async function noteMaskFailed(transaction: Executor, resourceId: string, why: string): Promise<void> {
  await sql`
    update sensitive_reviews set mask_failed_at = now(), mask_failed_why = ${why}
    where resource_id = ${resourceId}`.execute(transaction);
}

/** Answers whether there was a failure. */
export async function forgetMaskFailed(transaction: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    update sensitive_reviews set mask_failed_at = null, mask_failed_why = null
    where resource_id = ${resourceId} and mask_failed_at is not null returning 1`.execute(transaction);
  return rows.length > 0;
}

/** Those whose masks hold, with the operation that the last of them came from. */
export async function listMaskers(
  db: Executor,
  resourceId: string,
): Promise<{ userIds: string[]; operationId: string | null }> {
  const { rows } = await sql<{ id: string; operation_id: string | null }>`
    select users.id, (array_agg(decision.operation_id order by decision.at desc))[1] as operation_id
    from sensitive_decisions decision join users on users.id = decision.by
    where decision.resource_id = ${resourceId} and decision.decision = 'mask' and decision.undone_at is null
      and users.access = 0
    group by users.id order by max(decision.at) desc`.execute(db);
  return { userIds: rows.map(({ id }) => id), operationId: rows[0]?.operation_id ?? null };
}
