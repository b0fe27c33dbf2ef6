import { type CourseAction, courseActionInputs, courseList } from '@lectern/contract/features/course.ts';
import type { CourseMove } from '@lectern/contract/features/course-state.ts';
import type { Ability } from '@lectern/contract/roles.ts';
import type { z } from 'zod';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import { assertMayEdit } from './course.policy.ts';
import { findPerson, type LockedCourse } from './course.repository.ts';
import type { CourseChangeService } from './course-change.service.ts';
import type { CourseEdit } from './course-fields.ts';
import type { CourseMoveService } from './course-move.service.ts';

type Dependencies = { changes: CourseChangeService; moves: CourseMoveService };
type InputOf<Id extends CourseAction> = z.output<(typeof courseActionInputs)[Id]>;
type Work = { transaction: Executor; course: LockedCourse; actor: SignedInContext };
type Result = { before: unknown; version: number } | 'asWanted';
type Handler<Input> = {
  ability?: Ability;
  apply(work: Work, input: Input): Promise<Result>;
  undo?(work: Work, before: Record<string, unknown>): Promise<Result>;
};

const quiet = { quiet: true };

/** Bulk actions on courses. All but permanent deletion can be undone. */
export function courseActions({ changes, moves }: Dependencies): OperationAction[] {
  const act = <Id extends CourseAction>(id: Id, handler: Handler<InputOf<Id>>): OperationAction =>
    courseAction(changes, id, handler);
  const moving = (move: CourseMove, ability?: Ability): Handler<{ reason?: string; despiteProblems?: boolean }> => ({
    ...(ability && { ability }),
    apply: ({ transaction, course, actor }, { reason, despiteProblems }) =>
      moves.move(transaction, actor, course, { move, reason, ...(despiteProblems && { checks: 'despite' }) }, quiet),
    undo: ({ transaction, course, actor }, before) => moves.putBack(transaction, actor, course, { move, before }),
  });
  const { undo: _never, ...purge } = moving('purge', 'admin');
  return [
    act('submit', moving('submit')),
    act('withdraw', moving('withdraw')),
    act('publish', moving('publish', 'editor')),
    act('reject', moving('reject', 'editor')),
    act('offline', moving('offline', 'editor')),
    act('archive', moving('archive', 'editor')),
    act('reopen', moving('reopen', 'editor')),
    act('trash', moving('trash')),
    act('restore', moving('restore')),
    act('purge', purge),
    act('edit', {
      async apply({ transaction, course, actor }, input) {
        const { before, version } = await changes.edit(transaction, actor, course, input, quiet);
        return Object.keys(before).length === 0 ? 'asWanted' : { before, version };
      },
      undo: ({ transaction, course, actor }, before) => {
        const record = { action: 'course.changeUndone', quiet: true };
        return changes.edit(transaction, actor, course, before as CourseEdit, record);
      },
    }),
    act('setOwner', {
      ability: 'editor',
      apply: ({ transaction, course, actor }, { toUserId }) =>
        setOwner(changes, { transaction, course, actor }, toUserId, 'course.ownerSet'),
      undo: (work, { ownerId }) => setOwner(changes, work, String(ownerId), 'course.changeUndone'),
    }),
  ];
}

async function setOwner(changes: CourseChangeService, work: Work, toUserId: string, action: string): Promise<Result> {
  const { transaction, course, actor } = work;
  assertMayEdit(actor.principal, course);
  // People who only edit or teach a course can't transfer it.
  if (!course.in_scope && course.owner_id !== actor.principal.userId) throw new AppError('courseNotYours');
  if (course.owner_id === toUserId) return 'asWanted';
  const person = await findPerson(transaction, toUserId);
  if (!person) throw invalidField('toUserId', 'noSuchPerson');
  const before = { ownerId: course.owner_id };
  const values = { before, after: { ownerId: toUserId, owner: person.name } };
  const version = await changes.write(
    transaction,
    actor,
    course,
    { owner_id: toUserId },
    { action, quiet: true, values },
  );
  return { before, version };
}

/** Runs on one locked course; a refusal becomes a skipped item that names the course. */
function courseAction<Id extends CourseAction>(
  changes: CourseChangeService,
  id: Id,
  { ability, apply, undo }: Handler<InputOf<Id>>,
): OperationAction {
  const onCourse = async (
    transaction: Executor,
    objectId: string,
    actor: SignedInContext,
    work: (course: LockedCourse) => Promise<Result | 'changedSince'>,
  ): Promise<ItemOutcome> => {
    const course = await changes.take(transaction, actor, objectId);
    const label = course.name;
    const skipped = (reason: string): ItemOutcome => ({ label, state: 'skipped', reason });
    try {
      const result = await work(course);
      return typeof result === 'string'
        ? skipped(messagesIn(actor.language).skipped[result])
        : { label, state: 'done', ...result };
    } catch (error) {
      if (error instanceof AppError) return skipped(error.messageIn(actor.language));
      throw error;
    }
  };
  return defineAction<InputOf<Id>>({
    id,
    list: courseList.id,
    page: courseList.page,
    ...(ability && { ability }),
    input: courseActionInputs[id] as unknown as z.ZodType<InputOf<Id>>,
    undoable: undo !== undefined,
    apply: (transaction, objectId, input, actor) =>
      onCourse(transaction, objectId, actor, (course) => apply({ transaction, course, actor }, input)),
    ...(undo && {
      undo: (transaction, item, actor) =>
        onCourse(transaction, item.objectId, actor, async (course) =>
          course.version === item.version
            ? undo({ transaction, course, actor }, item.before as Record<string, unknown>)
            : 'changedSince',
        ),
    }),
  });
}
