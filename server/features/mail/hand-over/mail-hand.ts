import type { MailLane, OutgoingMail } from '../../../engines/mail/port.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { SealedBox } from '../../../platform/sealing/sealed-box.ts';
import type { MailWriter } from '../compose/mail-writer.ts';
import { sealPurpose } from '../system/system-mail.service.ts';
import type { AttachmentCache } from './attachment-cache.ts';
import { settlementOf } from './hand-over.policy.ts';
import { type Claimed, claimRecipient, type Settlement, settleRecipient } from './hand-over.repository.ts';

type Parts = { db: Db; writer: MailWriter; files: AttachmentCache; box: SealedBox; handlerId: string };

/** `unreachable`: nothing more should be tried for a while. */
export type Handed = { mailId: string; problem: string | null } | undefined;

/** Hands over to one recipient after another through one lane. */
export class MailHand {
  readonly #parts: Parts;
  readonly #lane: MailLane;

  constructor(parts: Parts, lane: MailLane) {
    this.#parts = parts;
    this.#lane = lane;
  }

  /** One recipient; nothing when nobody is due. */
  async next(): Promise<Handed> {
    const { db, handlerId } = this.#parts;
    const claimed = await claimRecipient(db, handlerId);
    if (!claimed) return undefined;
    const mine = { id: claimed.id, handlerId };
    const prepared = await this.#prepare(claimed).catch(async (error: unknown) => {
      // Nothing was said to the server yet: it waits as if it had not been taken.
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
    const { db, writer, files, box } = this.#parts;
    if (claimed.expired) return { settled: { state: 'skipped', reason: 'expired' } };
    const attachments = await files.of(claimed.mail_id, claimed.sender_id);
    if (!attachments) return { settled: { state: 'failed', reason: 'attachmentGone' } };
    const secret = claimed.sealed ? await box.open(claimed.sealed, sealPurpose(claimed.id)) : undefined;
    if (claimed.params && 'secret' in claimed.params && !secret)
      return { settled: { state: 'failed', reason: 'expired' } };
    const params = claimed.params && { ...claimed.params, ...(secret && { link: secret.toString() }) };
    const { kind, subject, body, sender_id: senderId, id, user_id: userId, name, address } = claimed;
    const { values: _, ...mail } = await writer.write(db, {
      ...{ kind, subject, body, params, senderId },
      recipient: { id, userId, name, address },
    });
    return { mail: { ...mail, attachments } };
  }
}
