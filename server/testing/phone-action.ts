import { sql } from 'kysely';
import { z } from 'zod';
import { recordActivity } from '../platform/activity/record-activity.ts';
import { AppError } from '../platform/app-error.ts';
import type { Executor } from '../platform/db/database.ts';
import { defineAction, type OperationAction } from '../platform/operation/operation-action.ts';

type Hooks = { before?(objectId: string, transaction: Executor): Promise<void> };

/** A minimal undoable action like those of features: sets people's phone numbers. */
export function phoneAction(hooks: Hooks = {}, change: Partial<OperationAction> = {}): OperationAction {
  const action = defineAction({
    id: 'setPhone',
    list: 'user',
    page: '/app/system/systemAdmin',
    ability: 'editor',
    input: z.strictObject({ phone: z.string().max(40) }),
    undoable: true,
    async apply(transaction, objectId, { phone }, actor) {
      await hooks.before?.(objectId, transaction);
      const user = await getUser(transaction, objectId);
      if (user.phone === phone) return { state: 'skipped', label: user.name, reason: 'Has it already.' };
      const version = await setPhone(transaction, objectId, phone);
      const change = { action: 'user.phoneChanged', objectType: 'user', objectId };
      await recordActivity(transaction, actor, { ...change, before: { phone: user.phone }, after: { phone } });
      return { state: 'done', label: user.name, before: { phone: user.phone }, version };
    },
    async undo(transaction, item) {
      const user = await getUser(transaction, item.objectId);
      const { phone } = item.before as { phone: string | null };
      if (user.version !== item.version) throw new AppError('changedMeanwhile');
      const version = await setPhone(transaction, item.objectId, phone);
      return { state: 'done', label: user.name, before: null, version };
    },
  });
  return { ...action, ...change };
}

function getUser(transaction: Executor, id: string) {
  return transaction
    .selectFrom('users')
    .select(['name', 'phone', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function setPhone(transaction: Executor, id: string, phone: string | null): Promise<number> {
  const { version } = await transaction
    .updateTable('users')
    .set({ phone, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
