import { type CourseMove, type CourseState, courseMoves } from '@lectern/contract/features/course-state.ts';
import { sql } from 'kysely';
import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { listHeldItems, requireNoneHeld } from '../publication/public.ts';
import { isClockSteady, releaseFiles } from '../resource/public.ts';
import type { SettingsService } from '../settings/public.ts';
import type { TaskService } from '../task/public.ts';
import { resolveMove } from './course.policy.ts';
import { deleteCourse, findByCode, type LockedCourse, listTrashedFor } from './course.repository.ts';
import type { Changed, CourseAnnouncer, CourseChangeService } from './course-change.service.ts';
import type { CourseCheckService } from './course-check.service.ts';

type Dependencies = {
  changes: CourseChangeService;
  announcer: CourseAnnouncer;
  reviews: CourseReviewTasks;
  checks: Pick<CourseCheckService, 'requireSeen'>;
  settings: Pick<SettingsService, 'current'>;
};
type RequestedMove = {
  move: CourseMove;
  reason?: string | undefined;
  /** Digest of the checks shown to the person; `despite` accepts any problems. */
  checks?: string | 'despite' | undefined;
};

const activities = {
  submit: 'course.submitted',
  withdraw: 'course.withdrawn',
  publish: 'course.published',
  reject: 'course.rejected',
  offline: 'course.takenOffline',
  archive: 'course.archived',
  reopen: 'course.reopened',
  trash: 'course.trashed',
  restore: 'course.restored',
  purge: 'course.purged',
} as const satisfies Record<CourseMove, string>;

/** The only place that changes a course's state. */
export class CourseMoveService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Checks, moves and notifies. The row must be locked. */
  async move(
    transaction: Executor,
    context: SignedInContext,
    course: LockedCourse,
    { move, reason: given, checks }: RequestedMove,
    { quiet = false }: { quiet?: boolean } = {},
  ): Promise<Changed> {
    const { announcer, reviews, settings } = this.#dependencies;
    const { reviewBeforePublish, reviewHoldsPublication } = await settings.current();
    resolveMove(context.principal, course, move, { reviewBeforePublish });
    if (move === 'publish' || move === 'submit') {
      const items = sql`select ${course.id}::uuid union all select id from chapters where course_id = ${course.id}`;
      requireNoneHeld(await listHeldItems(transaction, items, { reviewHolds: reviewHoldsPublication }));
    }
    if (move === 'publish' && checks !== 'despite')
      await this.#dependencies.checks.requireSeen(transaction, course.id, checks);
    const reason = 'reason' in courseMoves[move] ? given?.trim() || null : null;
    if (move === 'reject' && !reason) throw invalidField('reason', 'sayWhy');
    if (move === 'purge') return this.#purge(transaction, context, course);
    const columns = columnsOf(course, { move, reason, by: context.principal.userId });
    if (move === 'restore') await requireFreeCode(transaction, course);
    const before = stateOf(course);
    const version = await this.#dependencies.changes.write(transaction, context, course, columns, {
      action: activities[move],
      quiet,
      values: { before: { state: course.state }, after: { state: columns.state, ...(reason && { reason }) } },
    });
    await reviews.moved(transaction, course, columns.state, context.principal.userId);
    await announcer.moved(transaction, context, course, { move, reason });
    return { version, before };
  }

  /** Undoes a state change; allowed for anyone who could have made it. */
  async putBack(
    transaction: Executor,
    context: SignedInContext,
    course: LockedCourse,
    { move, before }: { move: CourseMove; before: Record<string, unknown> },
  ): Promise<Changed> {
    const state = before.state as CourseState;
    resolveMove(context.principal, { ...course, state }, move, { reviewBeforePublish: false });
    if (course.state === 'trashed') await requireFreeCode(transaction, course);
    const version = await this.#dependencies.changes.write(transaction, context, course, before, {
      action: 'course.changeUndone',
      quiet: true,
      values: { before: { state: course.state }, after: { state } },
    });
    await this.#dependencies.reviews.moved(transaction, course, state, context.principal.userId);
    return { version, before: stateOf(course) };
  }

  async #purge(transaction: Executor, context: SignedInContext, course: LockedCourse): Promise<Changed> {
    await recordActivity(transaction, context, {
      action: activities.purge,
      objectType: 'course',
      objectId: course.id,
      before: { name: course.name, code: course.code, term: course.term },
    });
    await deleteCourse(transaction, course.id);
    if (course.cover_file_id) await releaseFiles(transaction, [course.cover_file_id]);
    await this.#dependencies.announcer.changed(transaction, course.id);
    return { version: course.version, before: {} };
  }
}

function stateOf(course: LockedCourse): Record<string, unknown> {
  const { state, state_reason, state_since, state_by, state_before, published_at } = course;
  return { state, state_reason, state_since, state_by, state_before, published_at };
}

function columnsOf(course: LockedCourse, step: { move: CourseMove; reason: string | null; by: string }) {
  const to = courseMoves[step.move].to;
  const state: CourseState = to === 'before' ? (course.state_before ?? 'draft') : to === 'gone' ? course.state : to;
  return {
    state,
    state_reason: step.reason,
    state_since: sql<Date>`now()`,
    state_by: step.by,
    state_before: step.move === 'trash' ? course.state : null,
    ...(step.move === 'publish' && { published_at: sql<Date>`now()` }),
  };
}

/** Another course may have taken its code while it was in Trash. */
async function requireFreeCode(transaction: Executor, course: LockedCourse): Promise<void> {
  const other = await findByCode(transaction, course);
  if (other && other.id !== course.id) throw new AppError('courseCodeTaken', { params: { name: other.name } });
}

/** Opens and closes the editors’ review tasks as the state changes. */
export class CourseReviewTasks {
  readonly #tasks: Pick<TaskService, 'open' | 'close'>;

  constructor(tasks: Pick<TaskService, 'open' | 'close'>) {
    this.#tasks = tasks;
  }

  async moved(
    transaction: Executor,
    course: Pick<LockedCourse, 'id' | 'name' | 'state' | 'department_id'>,
    to: CourseState,
    by: string | null,
  ): Promise<void> {
    const dedupeKey = `courseReview:${course.id}`;
    if (to === course.state) return;
    if (to === 'in_review') {
      await this.#tasks.open(transaction, {
        kind: 'courseReview',
        title: course.name,
        objectType: 'course',
        objectId: course.id,
        details: { departmentId: course.department_id },
        dedupeKey,
        createdBy: by,
        departmentId: course.department_id,
      });
    } else if (course.state === 'in_review') {
      const isDecided = to === 'published' || to === 'draft';
      await this.#tasks.close(transaction, dedupeKey, isDecided ? 'done' : 'cancelled');
    }
  }
}

const rowsAtOnce = 100;

/** Permanently deletes courses that have been in Trash for more than `days`; returns how many. */
async function purgeOldCourses(db: Db, days: number, signal: AbortSignal): Promise<number> {
  for (let purged = 0; ; ) {
    const courses = await listTrashedFor(db, days, rowsAtOnce);
    for (const { id, ...before } of courses) {
      signal.throwIfAborted();
      await db.transaction().execute(async (transaction) => {
        await insertActivity(transaction, {
          action: 'course.purged',
          objectType: 'course',
          objectId: id,
          before,
          actorId: null,
          ip: null,
          requestId: null,
        });
        await deleteCourse(transaction, id);
      });
      purged += 1;
    }
    if (courses.length < rowsAtOnce) return purged;
  }
}

/** Skipped after a clock jump, which would make everything in Trash look old. */
export async function purgeOldCoursesBySteadyClock(db: Db, days: number, signal: AbortSignal): Promise<number> {
  return (await isClockSteady(db)) ? purgeOldCourses(db, days, signal) : 0;
}
