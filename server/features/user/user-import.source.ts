import { userImport } from '@lectern/contract/features/user-import.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { ImportSource, JudgedLine } from '../../platform/import/import-source.ts';
import type { ItemOutcome, UndoItem } from '../../platform/operation/operation-action.ts';
import { checkUserLines, type UserPlan } from './check-user-lines.ts';
import type { UserColumns } from './user.repository.ts';
import type { UserService } from './user.service.ts';
import type { UserChangeService } from './user-change.service.ts';
import { deleteUnusedUser } from './user-import.repository.ts';

type Adds = Pick<UserService, 'addThere'>;
type Changes = Pick<UserChangeService, 'take' | 'change'>;

/** The state before the import: a new person, or the former column values. */
const beforeLine = z.union([
  z.strictObject({ made: z.literal(true) }),
  z.strictObject({ columns: z.record(z.string(), z.unknown()) }),
]);

/**
 * Imports people from a file. New people have no password until it is reset; until then they can only sign in through
 * the messaging vendor.
 */
export function userImportSource(users: Adds, changes: Changes): ImportSource<UserPlan> {
  return {
    declaration: userImport,
    judge: checkUserLines,
    carryOut: (transaction, context, line, objectId) =>
      line.verdict === 'new'
        ? create(transaction, context, users, line, objectId)
        : change(transaction, context, changes, line, objectId),
    undo: (transaction, item, actor) => undo(transaction, actor, changes, item),
  };
}

async function create(
  transaction: Executor,
  context: SignedInContext,
  users: Adds,
  line: JudgedLine<UserPlan>,
  id: string,
) {
  const { account, columns } = line.plan;
  const { name = account, role_id: roleId = 4, ...rest } = columns;
  const user = {
    account,
    name,
    roleId: roleId as RoleId,
    email: rest.email ?? null,
    phone: rest.phone ?? null,
    departmentId: rest.department_id ?? null,
    positionId: rest.position_id ?? null,
    groupId: rest.group_id ?? null,
  };
  await users.addThere(transaction, context, user, null, id);
  return { before: { made: true }, version: 1 };
}

async function change(
  transaction: Executor,
  context: SignedInContext,
  changes: Changes,
  line: JudgedLine<UserPlan>,
  id: string,
) {
  const target = await changes.take(transaction, context, id);
  const { columns } = line.plan;
  const before = Object.fromEntries(Object.keys(columns).map((name) => [name, target[name as keyof UserColumns]]));
  return { before: { columns: before }, version: await changes.change(transaction, context, target, columns) };
}

async function undo(
  transaction: Executor,
  actor: SignedInContext,
  changes: Changes,
  item: UndoItem,
): Promise<ItemOutcome> {
  const target = await changes.take(transaction, actor, item.objectId);
  if (target.version !== item.version) throw new AppError('changedMeanwhile');
  const before = beforeLine.parse(item.before);
  const done = (version: number): ItemOutcome => ({ label: target.name, state: 'done', before: null, version });
  if ('columns' in before) {
    return done(await changes.change(transaction, actor, target, before.columns, 'user.changeUndone'));
  }
  if (!(await deleteUnusedUser(transaction, item.objectId, item.version))) throw new AppError('changedMeanwhile');
  await recordActivity(transaction, actor, {
    action: 'user.deleted',
    objectType: 'user',
    objectId: item.objectId,
    before: { account: target.account, name: target.name },
  });
  return done(item.version);
}
