import { coursePath } from '@lectern/contract/features/course.ts';
import type { CourseMove } from '@lectern/contract/features/course-state.ts';
import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { NotificationService } from '../notification/public.ts';
import { assertMayEdit } from './course.policy.ts';
import { type CourseColumns, type LockedCourse, lockReadable, updateCourse } from './course.repository.ts';
import { noteCourse } from './course-check.repository.ts';
import { type CourseEdit, completeEdit, differences, validateFields } from './course-fields.ts';

export type Changed = { version: number; before: Record<string, unknown> };
/** `quiet`: part of an operation, which publishes the event itself. */
type ChangeRecord = { action: string; quiet?: boolean; values: { before?: object; after: object } };

/** Changes one course at a time. Everything is checked before anything is written. */
export class CourseChangeService {
  readonly #announcer: CourseAnnouncer;

  constructor(announcer: CourseAnnouncer) {
    this.#announcer = announcer;
  }

  /** Locks a readable course. `version` is the one the person saw. */
  async take(transaction: Executor, context: SignedInContext, id: string, version?: number): Promise<LockedCourse> {
    const course = await lockReadable(transaction, context.principal, id);
    if (version !== undefined && course.version !== version) throw new AppError('changedMeanwhile');
    return course;
  }

  /** Returns the new version and the old values for Undo. Unchanged fields are left alone. */
  async edit(
    transaction: Executor,
    context: SignedInContext,
    course: LockedCourse,
    wanted: CourseEdit,
    { action = 'course.updated', quiet = false }: { action?: string; quiet?: boolean } = {},
  ): Promise<Changed> {
    assertMayEdit(context.principal, course);
    const edit = await completeEdit(transaction, wanted);
    const { columns, before, after } = differences(course, edit);
    if (Object.keys(columns).length === 0) return { version: course.version, before: {} };
    await validateFields(transaction, context.principal, edit, course);
    const version = await this.write(transaction, context, course, columns, {
      action,
      quiet,
      values: { before, after },
    });
    if (columns.audience) await noteCourse(transaction, course.id);
    return { version, before };
  }

  /** Writes without checks; the caller has already done them. */
  async write(
    transaction: Executor,
    context: SignedInContext,
    course: Pick<LockedCourse, 'id'>,
    columns: CourseColumns,
    { action, quiet = false, values }: ChangeRecord,
  ): Promise<number> {
    const version = await updateCourse(transaction, course.id, columns);
    await recordActivity(transaction, context, {
      action,
      objectType: 'course',
      objectId: course.id,
      ...(values.before && { before: { ...values.before } }),
      after: { ...values.after },
    });
    if (!quiet) await this.#announcer.changed(transaction, course.id);
    return version;
  }
}

const kinds: Partial<Record<CourseMove, NotificationKind>> = {
  publish: 'coursePublished',
  reject: 'courseRejected',
  offline: 'courseOffline',
  trash: 'courseTrashed',
};

type Concerned = { id: string; owner_id: string; name: string };

/** Announces course changes: live events to open windows, notifications to owners. */
export class CourseAnnouncer {
  readonly #publisher: EventPublisher;
  readonly #notifications: Pick<NotificationService, 'notify'>;

  constructor(publisher: EventPublisher, notifications: Pick<NotificationService, 'notify'>) {
    this.#publisher = publisher;
    this.#notifications = notifications;
  }

  changed(transaction: Executor, id: string): Promise<void> {
    return this.#publisher.publish(transaction, null, { topic: 'course', id });
  }

  /** Notifies the owner when someone else changed the course's state; once per request, however many courses. */
  async moved(
    transaction: Executor,
    context: SignedInContext,
    course: Concerned,
    { move, reason }: { move: CourseMove; reason: string | null },
  ): Promise<void> {
    const kind = kinds[move];
    if (!kind || course.owner_id === context.principal.userId) return;
    await this.#notifications.notify(transaction, {
      userId: course.owner_id,
      kind,
      params: { title: course.name, ...(reason && { reason }) },
      link: coursePath(course.id),
      group: `${kind}:${context.requestId}`,
    });
  }
}
