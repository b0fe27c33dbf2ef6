import { buffer } from 'node:stream/consumers';
import { plainLine } from '@lectern/contract/features/mail-text.ts';
import type { OutgoingMail } from '../../../engines/mail/port.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Attachments } from '../attachments.ts';
import { listAttachmentIds } from '../mail.repository.ts';
import type { Sender } from './begin-due.ts';

type Files = OutgoingMail['attachments'];
type Parts = { db: Db; attachments: Attachments; senderOf(db: Executor, userId: string): Promise<Sender> };
type Kept = { mailId: string; files: Promise<Files | undefined>; until: number };

/** After so long it is asked again whether the sender may still give them away. */
const keptMs = 30_000;

/** The files of the mail that is being sent, read once for many recipients. */
export class AttachmentCache {
  readonly #parts: Parts;
  #kept: Kept[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Nothing when one of them may no longer be sent. */
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
    const { db, attachments, senderOf } = this.#parts;
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
