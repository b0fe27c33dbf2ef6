import type { RecipientReason } from '@lectern/contract/features/mail.ts';
import { isMailAddress } from '@lectern/contract/features/mail-text.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/new-id.ts';
import type { SealedBox } from '../../../platform/sealing/sealed-box.ts';
import { listMailPeople } from '../compose/person-values.ts';
import { renderMail } from '../compose/render-mail.ts';
import { insertRecipient } from '../mail-sending.repository.ts';
import type { SystemMail, SystemMailEntry } from '../system-mail.ts';
import { systemText } from './system-texts.ts';

type Parts = { configured: boolean; box: SealedBox; origin: string; platformName(): Promise<string> };

/** What a secret of a recipient was sealed for. */
export const sealPurpose = (recipientId: string) => `mail recipient ${recipientId}`;

/** Puts mail of the product itself into the same queue as everything that people write. */
export class SystemMailService implements SystemMail {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  configured(): boolean {
    return this.#parts.configured;
  }

  async queue(transaction: Executor, entry: SystemMailEntry): Promise<void> {
    const { box, origin, platformName } = this.#parts;
    const [person] = await listMailPeople(transaction, [entry.userId]);
    if (!person) return;
    const { subject, body, params } = systemText(entry, person.language);
    const link = entry.link ? `${origin}${entry.link}` : undefined;
    const isSecret = 'secret' in params;
    const values = { ...params, ...(link && !isSecret && { link }), platform: await platformName() };
    const shown = renderMail({
      subject,
      body: '',
      values: { ...values, name: person.name },
      language: person.language,
    });
    const { rows } = await sql<{ access: number }>`select access from users where id = ${person.id}`.execute(
      transaction,
    );
    const reason = reasonFor(rows[0]?.access ?? 1, person.email);
    const [mailId, recipientId] = [newId(), newId()];
    await transaction
      .insertInto('mails')
      .values({
        id: mailId,
        kind: 'system',
        state: reason ? 'failed' : 'sending',
        subject: shown.subject,
        body,
        params: JSON.stringify(values),
        begun_at: sql`now()`,
        finished_at: reason ? sql`now()` : null,
        failure: reason,
        expires_at: isSecret ? sql`now() + make_interval(mins => ${Number(params.minutes) || 60})` : null,
      })
      .execute();
    const sealed = isSecret && link ? await box.seal(Buffer.from(link), sealPurpose(recipientId)) : null;
    const { id: userId, name, email: address } = person;
    await insertRecipient(transaction, mailId, { userId, name, address, reason, sealed }, recipientId);
  }
}

function reasonFor(access: number, address: string | null): RecipientReason | null {
  if (access !== 0) return 'forbidden';
  if (!address?.trim()) return 'noAddress';
  return isMailAddress(address) ? null : 'badAddress';
}
