import { permissionGroupActionInputs, permissionGroupList } from '@lectern/contract/features/permission-group.ts';
import type { SkippedTexts } from '@lectern/contract/messages/en/skipped.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import { type GroupWriter, takeGroup } from './group-writer.ts';
import { type GroupRow, lockPermissions } from './permission-group.repository.ts';
import type { Consent, PermissionGroupService } from './permission-group.service.ts';

type Dependencies = { groups: Pick<PermissionGroupService, 'guard'>; writer: GroupWriter };
type Write = () => Promise<number>;

export function permissionGroupActions({ groups, writer }: Dependencies): OperationAction[] {
  const act = async (transaction: Executor, group: GroupRow, consent: Consent, write: Write) => {
    let version = group.version;
    await groups.guard(transaction, consent, async () => {
      version = await write();
    });
    return { label: group.name, state: 'done', before: { version: group.version }, version } satisfies ItemOutcome;
  };
  const skip = (group: GroupRow, reason: keyof SkippedTexts, { language }: SignedInContext): ItemOutcome => ({
    label: group.name,
    state: 'skipped',
    reason: messagesIn(language).skipped[reason],
  });
  const take = async (transaction: Executor, id: string) => {
    await lockPermissions(transaction);
    return takeGroup(transaction, id);
  };
  const whole = { list: permissionGroupList.id, page: permissionGroupList.page, ability: 'superAdmin' } as const;
  /** Undo restores the version from before the action. */
  const undo: NonNullable<OperationAction['undo']> = async (transaction, item, actor) => {
    const group = await take(transaction, item.objectId);
    if (group.version !== item.version) return skip(group, 'changedSince', actor);
    const { version } = item.before as { version: number };
    return act(transaction, group, { acceptClosed: true }, () =>
      group.deleted_at ? writer.restore(transaction, actor, group, version) : writer.delete(transaction, actor, group),
    );
  };
  return [
    defineAction({
      ...whole,
      id: 'delete',
      input: permissionGroupActionInputs.delete,
      undoable: true,
      async apply(transaction, objectId, { acceptClosed }, actor) {
        const group = await take(transaction, objectId);
        if (group.deleted_at) return skip(group, 'asWanted', actor);
        return act(transaction, group, { acceptClosed }, () => writer.delete(transaction, actor, group));
      },
      undo,
    }),
    defineAction({
      ...whole,
      id: 'restore',
      input: permissionGroupActionInputs.restore,
      undoable: true,
      async apply(transaction, objectId, _input, actor) {
        const group = await take(transaction, objectId);
        if (!group.deleted_at) return skip(group, 'asWanted', actor);
        // The deletion is the latest version, so the one before it is restored.
        return act(transaction, group, { acceptClosed: true }, () =>
          writer.restore(transaction, actor, group, group.version - 1),
        );
      },
      undo,
    }),
  ];
}
