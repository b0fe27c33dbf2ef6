import {
  type DeliveryMode,
  type DeliveryPreferences,
  type NotificationKind,
  type NotificationRow,
  notificationKinds,
} from '@lectern/contract/features/notification.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { EndedJob } from '../../platform/queue/job-runner.ts';
import type { SystemMail } from '../mail/public.ts';
import { defaultMode, isGrouped, mayChoose } from './delivery.policy.ts';
import { findMode, getAddressee, listModes, saveModes } from './delivery.repository.ts';
import { presentNotification, sentenceOf, subjectOf } from './notification.presenter.ts';
import {
  countUnread,
  insertNotification,
  listNotifications,
  updateFollowers,
  updateRead,
} from './notification.repository.ts';

type NotificationEntry = {
  userId: string;
  kind: NotificationKind;
  params?: Record<string, string>;
  /** A path within Lectern. */
  link?: string;
  /** Entries of a group are shown as the first one and a count of the others. */
  group?: string;
  /** The link for the whole group. */
  groupLink?: string;
};

type AnnouncedJob = Pick<EndedJob, 'kind' | 'state' | 'cause' | 'requestedBy' | 'link'> &
  Partial<Pick<EndedJob, 'versionId'>>;
type NotificationPage = { after: string | undefined; unreadOnly: boolean; size: number };

export class NotificationService {
  readonly #db: Db;
  readonly #publisher: EventPublisher;
  readonly #mail: () => SystemMail;

  constructor(db: Db, publisher: EventPublisher, mail: () => SystemMail) {
    this.#db = db;
    this.#publisher = publisher;
    this.#mail = mail;
  }

  async notify(transaction: Executor, entry: NotificationEntry): Promise<void> {
    await this.announce(transaction, entry);
  }

  /**
   * Notifies in the app and by mail if the caller’s transaction commits. Entries of a group count as one: until the
   * first is read, further ones only raise its counter and send no mail.
   */
  async announce(transaction: Executor, entry: NotificationEntry): Promise<void> {
    const { userId, kind } = entry;
    const mode = (await findMode(transaction, userId, kind)) ?? defaultMode(kind);
    if (mode === 'off' && mayChoose(kind, mode)) return;
    const counts = entry.group !== undefined || isGrouped(kind);
    if (counts && (await updateFollowers(transaction, userId, entry))) return;
    const mail = this.#mailOf(mode);
    const params = { ...entry.params, ...(entry.group && { group: entry.group }) };
    const link = entry.link ?? null;
    const row = await insertNotification(transaction, { id: newId(), userId, kind, params, link, mail });
    if (mail === 'now') await this.#sendMail(transaction, entry);
    await this.#publisher.publish(transaction, entry.userId, {
      topic: 'notification',
      notification: presentNotification(row),
      unread: await countUnread(transaction, entry.userId),
    });
  }

  /** Without a mail server, notifications are shown in the app only; they don't queue up to be mailed later. */
  #mailOf(mode: DeliveryMode): 'now' | 'digest' | null {
    if (!this.#mail().configured()) return null;
    return mode === 'mail' ? 'now' : mode === 'digest' ? 'digest' : null;
  }

  async #sendMail(transaction: Executor, { userId, kind, params = {}, link }: NotificationEntry): Promise<void> {
    const { email, language } = await getAddressee(transaction, userId);
    if (!email) return;
    const title = sentenceOf({ kind, params }, language);
    const subject = subjectOf({ kind, params }, language);
    const text = params.note ?? '';
    await this.#mail().queue(transaction, {
      userId,
      template: 'notification',
      params: { subject, title, text },
      ...(link && { link }),
    });
  }

  async preferences(userId: string): Promise<DeliveryPreferences> {
    const [chosen, { email }] = await Promise.all([listModes(this.#db, userId), getAddressee(this.#db, userId)]);
    const modes = notificationKinds.map((kind) => [kind, chosen.get(kind) ?? defaultMode(kind)]);
    return {
      modes: Object.fromEntries(modes),
      mail: { configured: this.#mail().configured(), address: email },
    };
  }

  async choose(context: SignedInContext, modes: Partial<Record<NotificationKind, DeliveryMode>>) {
    const { userId } = context.principal;
    const chosen = (Object.keys(modes) as NotificationKind[]).flatMap((kind) => {
      const mode = modes[kind];
      return mode ? [{ kind, mode }] : [];
    });
    const refused = chosen.find(({ kind, mode }) => !mayChoose(kind, mode));
    if (refused) throw invalidField(`modes.${refused.kind}`, 'alwaysOn');
    await this.#db.transaction().execute(async (transaction) => {
      const before = await listModes(transaction, userId);
      await saveModes(transaction, userId, chosen);
      await recordActivity(transaction, context, {
        action: 'profile.notificationsChanged',
        objectType: 'user',
        objectId: userId,
        before: Object.fromEntries(chosen.map(({ kind }) => [kind, before.get(kind) ?? defaultMode(kind)])),
        after: { ...modes },
      });
    });
    return this.preferences(userId);
  }

  /** Notifies the requester when a job ends. Steps of a version are shown only on its page. */
  async jobEnded(transaction: Executor, job: AnnouncedJob): Promise<void> {
    if (job.versionId || !job.requestedBy || job.state === 'skipped') return;
    await this.notify(transaction, {
      userId: job.requestedBy,
      kind: job.state === 'done' ? 'jobDone' : 'jobFailed',
      params: { job: job.kind, ...(job.cause && { cause: job.cause }) },
      ...(job.link && { link: job.link }),
    });
  }

  async list(
    userId: string,
    page: NotificationPage,
  ): Promise<{ rows: NotificationRow[]; unread: number; more: boolean }> {
    const [rows, unread] = await Promise.all([
      listNotifications(this.#db, { ...page, userId, limit: page.size + 1 }),
      countUnread(this.#db, userId),
    ]);
    return { rows: rows.slice(0, page.size).map(presentNotification), unread, more: rows.length > page.size };
  }

  async read(userId: string, ids: readonly string[] | 'all'): Promise<{ unread: number }> {
    await updateRead(this.#db, userId, ids);
    return { unread: await countUnread(this.#db, userId) };
  }
}
