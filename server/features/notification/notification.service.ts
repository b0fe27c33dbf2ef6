import type { NotificationKind, NotificationRow } from '@lectern/contract/features/notification.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { newId } from '../../platform/new-id.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import { presentNotification } from './notification.presenter.ts';
import {
  countUnread,
  insertNotification,
  listNotifications,
  updateFollowers,
  updateRead,
} from './notification.repository.ts';

export type NotificationEntry = {
  userId: string;
  kind: NotificationKind;
  params?: Record<string, string>;
  /** A path within Lectern. */
  link?: string;
  /** What happens to many things at once is told once: by the first, and how many followed. */
  group?: string;
  /** Where the others are, besides the first. */
  groupLink?: string;
};

/** What matters of a job that ended. */
type Told = Pick<EndedJob, 'kind' | 'state' | 'cause' | 'requestedBy' | 'link'>;
type Wanted = { after: string | undefined; unreadOnly: boolean; size: number };

export class NotificationService {
  readonly #db: Db;
  readonly #publisher: EventPublisher;

  constructor(db: Db, publisher: EventPublisher) {
    this.#db = db;
    this.#publisher = publisher;
  }

  /** The bell keeps it, and open windows show it at once, if and only if the caller's transaction is committed. */
  async notify(transaction: Executor, entry: NotificationEntry): Promise<void> {
    if (entry.group && (await updateFollowers(transaction, entry.userId, { ...entry, group: entry.group }))) return;
    const row = await insertNotification(transaction, {
      id: newId(),
      userId: entry.userId,
      kind: entry.kind,
      params: { ...entry.params, ...(entry.group && { group: entry.group }) },
      link: entry.link ?? null,
    });
    await this.#publisher.publish(transaction, entry.userId, {
      topic: 'notification',
      notification: presentNotification(row),
      unread: await countUnread(transaction, entry.userId),
    });
  }

  /** Tells whoever asked for a job how it ended. */
  async jobEnded(transaction: Executor, job: Told): Promise<void> {
    if (!job.requestedBy || job.state === 'skipped') return;
    await this.notify(transaction, {
      userId: job.requestedBy,
      kind: job.state === 'done' ? 'jobDone' : 'jobFailed',
      params: { job: job.kind, ...(job.cause && { cause: job.cause }) },
      ...(job.link && { link: job.link }),
    });
  }

  async list(userId: string, wanted: Wanted): Promise<{ rows: NotificationRow[]; unread: number; more: boolean }> {
    const [rows, unread] = await Promise.all([
      listNotifications(this.#db, { ...wanted, userId, limit: wanted.size + 1 }),
      countUnread(this.#db, userId),
    ]);
    return { rows: rows.slice(0, wanted.size).map(presentNotification), unread, more: rows.length > wanted.size };
  }

  async read(userId: string, ids: readonly string[] | 'all'): Promise<{ unread: number }> {
    await updateRead(this.#db, userId, ids);
    return { unread: await countUnread(this.#db, userId) };
  }
}
