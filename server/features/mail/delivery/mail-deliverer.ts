import { buffer } from 'node:stream/consumers';
import { mailAccess, type RecipientReason } from '@lectern/contract/features/mail.ts';
import { plainLine } from '@lectern/contract/features/mail-text.ts';
import { sql } from 'kysely';
import type { MailLane, OutgoingMail } from '../../../engines/mail/port.ts';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import { insertActivity } from '../../../platform/activity/record-activity.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import { authorise } from '../../../platform/http/authorise.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SealedBox } from '../../../platform/sealing/sealed-box.ts';
import type { Attachments } from '../attachments.ts';
import { insertAudience } from '../audience.repository.ts';
import type { MailWriter } from '../compose/mail-writer.ts';
import { audienceOf, listAttachmentIds, type StoredMail } from '../mail.repository.ts';
import type { MailAnnouncer } from '../mail-announcer.ts';
import { sealPurpose } from '../system-mail.service.ts';
import { settlementOf } from './mail-delivery.policy.ts';
import { type Claimed, claimRecipient, type Settlement, settleRecipient } from './mail-delivery.repository.ts';

type Dependencies = { db: Db; writer: MailWriter; files: AttachmentCache; box: SealedBox; handlerId: string };

/** `problem` is set when the mail server could not be reached; the caller should pause. */
type Handed = { mailId: string; problem: string | null } | undefined;

/** Delivers to one recipient after another over one connection. */
export class MailDeliverer {
  readonly #dependencies: Dependencies;
  readonly #lane: MailLane;

  constructor(dependencies: Dependencies, lane: MailLane) {
    this.#dependencies = dependencies;
    this.#lane = lane;
  }

  /** Delivers to one recipient; returns undefined when none is due. */
  async next(): Promise<Handed> {
    const { db, handlerId } = this.#dependencies;
    const claimed = await claimRecipient(db, handlerId);
    if (!claimed) return undefined;
    const mine = { id: claimed.id, handlerId };
    const prepared = await this.#prepare(claimed).catch(async (error: unknown) => {
      // The server never saw it, so it doesn't count as a try.
      await settleRecipient(db, mine, { state: 'waiting', untried: true, nextTryAt: new Date(Date.now() + 30_000) });
      throw error;
    });
    if ('settled' in prepared) {
      await settleRecipient(db, mine, prepared.settled);
      return { mailId: claimed.mail_id, problem: null };
    }
    const outcome = await this.#lane.send(prepared.mail);
    const settlement = settlementOf(outcome, claimed.tries, new Date());
    await settleRecipient(db, mine, { ...settlement, messageId: prepared.mail.messageId });
    return { mailId: claimed.mail_id, problem: outcome.state === 'unreachable' ? outcome.answer : null };
  }

  close(): void {
    this.#lane.close();
  }

  async #prepare(claimed: Claimed): Promise<{ settled: Settlement } | { mail: OutgoingMail }> {
    const { db, writer, files, box } = this.#dependencies;
    if (claimed.expired) return { settled: { state: 'skipped', reason: 'expired' } };
    const attachments = await files.of(claimed.mail_id, claimed.sender_id);
    if (!attachments) return { settled: { state: 'failed', reason: 'attachmentGone' } };
    const secret = claimed.sealed ? await box.open(claimed.sealed, sealPurpose(claimed.id)) : undefined;
    if (claimed.params && 'secret' in claimed.params && !secret)
      return { settled: { state: 'failed', reason: 'expired' } };
    const params = claimed.params && { ...claimed.params, ...(secret && { link: secret.toString() }) };
    const { kind, subject, body, sender_id: senderId, id, user_id: userId, name, address } = claimed;
    const { values: _, ...mail } = await writer.write(db, {
      kind,
      subject,
      body,
      params,
      senderId,
      recipient: { id, userId, name, address },
    });
    return { mail: { ...mail, attachments } };
  }
}

type Files = OutgoingMail['attachments'];
type AttachmentCacheDependencies = {
  db: Db;
  attachments: Attachments;
  senderOf(db: Executor, userId: string): Promise<Sender>;
};
type Kept = { mailId: string; files: Promise<Files | undefined>; until: number };

/** How long files are cached before the sender's permission to share them is checked again. */
const keptMs = 30_000;

/** Files of the mails being sent, read once for many recipients. */
export class AttachmentCache {
  readonly #dependencies: AttachmentCacheDependencies;
  #kept: Kept[] = [];

  constructor(dependencies: AttachmentCacheDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns undefined when any file may no longer be sent. */
  of(mailId: string, senderId: string | null): Promise<Files | undefined> {
    const now = Date.now();
    const known = this.#kept.find((kept) => kept.mailId === mailId && kept.until > now);
    if (known) return known.files;
    const files = this.#read(mailId, senderId);
    const kept = { mailId, files, until: now + keptMs };
    this.#kept = [kept, ...this.#kept.filter((other) => other.mailId !== mailId)].slice(0, 2);
    files.catch(() => {
      this.#kept = this.#kept.filter((other) => other !== kept);
    });
    return files;
  }

  async #read(mailId: string, senderId: string | null): Promise<Files | undefined> {
    const { db, attachments, senderOf } = this.#dependencies;
    const ids = await listAttachmentIds(db, mailId);
    if (ids.length === 0) return [];
    const sender = senderId ? await senderOf(db, senderId) : undefined;
    if (!sender || sender.forbidden) return undefined;
    const files: Files[number][] = [];
    for (const id of ids) {
      const file = await attachments.find(sender.principal, id);
      if (!file) return undefined;
      const content = await buffer(await attachments.open(file.storeKey));
      files.push({ name: plainLine(file.name) || 'attachment', contentType: file.contentType, content });
    }
    return files;
  }
}

type Sender = { principal: Principal; forbidden: boolean };

type BeginDueOptions = {
  db: Db;
  announcer: MailAnnouncer;
  senderOf(db: Executor, userId: string): Promise<Sender>;
  requireAttachable(principal: Principal, ids: readonly string[]): Promise<void>;
};

/** Starts one due mail. Its recipients are fixed now, with the rights the sender has at this moment. */
export async function beginDue({ db, announcer, senderOf, requireAttachable }: BeginDueOptions): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<StoredMail>`
      select * from mails where state = 'scheduled' and send_at <= now() and deleted_at is null
      order by send_at limit 1 for update skip locked`.execute(transaction);
    const [mail] = rows;
    if (!mail) return false;
    const sender = mail.sender_id ? await senderOf(transaction, mail.sender_id) : undefined;
    const failure = await judge(sender, () =>
      sender
        ? listAttachmentIds(transaction, mail.id).then((ids) => requireAttachable(sender.principal, ids))
        : undefined,
    );
    const recipients =
      failure || !sender
        ? 0
        : await insertAudience(transaction, mail.id, audienceOf(mail.audience), dataScopeOf(sender.principal));
    const state = recipients > 0 ? 'sending' : 'failed';
    await sql`update mails set state = ${state}, begun_at = now(), failure = ${failure ?? null}, updated_at = now(),
        finished_at = case when ${state} = 'failed' then now() end, version = version + 1
      where id = ${mail.id}`.execute(transaction);
    await insertActivity(transaction, {
      ...{
        action: 'mail.begun',
        objectType: 'mail',
        objectId: mail.id,
        after: { recipients, failure: failure ?? null },
      },
      actorId: null,
      ip: null,
      requestId: null,
    });
    await announcer.changed(transaction, mail.id);
    return true;
  });
}

async function judge(
  sender: Sender | undefined,
  attachable: () => Promise<void> | undefined,
): Promise<RecipientReason | undefined> {
  if (!sender || sender.forbidden) return 'senderForbidden';
  try {
    authorise({ access: mailAccess }, sender.principal);
  } catch (error) {
    if (error instanceof AppError) return 'senderForbidden';
    throw error;
  }
  try {
    await attachable();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return 'attachmentGone';
    throw error;
  }
}
