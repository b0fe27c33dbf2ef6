import { sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import { seesOriginal } from './sees-original.ts';

/** Whoever gets the original by copying it must be one of those who may see it. */
export async function requireOriginal(db: Executor, principal: Principal, resourceId: string): Promise<void> {
  const { rows } = await sql`
    select from resources where id = ${resourceId} and not ${seesOriginal(principal)}
      and exists (select from sensitive_masks mask where mask.resource_id = resources.id)`.execute(db);
  if (rows.length > 0) throw new AppError('maskedForYou');
}
