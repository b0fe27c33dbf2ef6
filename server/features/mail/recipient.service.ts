import { Readable } from 'node:stream';
import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { listMailRecipients } from '@lectern/contract/features/mail-compose.ts';
import type { Language } from '@lectern/contract/language.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { csvLine } from '../../platform/list/csv.ts';
import { messagesIn } from '../../platform/messages.ts';
import { countRecipients, listRecipients, presentRecipient, type WantedRecipients } from './audience.repository.ts';
import { findMail } from './mail.repository.ts';

type Dependencies = { db: Db; languageOf(userId: string): Promise<Language> };

const rowsAtOnce = 500;
const byteOrderMark = '\ufeff';

export class RecipientService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(
    principal: Principal,
    mailId: string,
    { page, size, ...wanted }: WantedRecipients & { page: number; size: number },
  ): Promise<OutputOf<typeof listMailRecipients>> {
    const { db } = this.#dependencies;
    await this.#require(principal, mailId);
    const [rows, count] = await Promise.all([
      listRecipients(db, mailId, { ...wanted, size, offset: (page - 1) * size }),
      countRecipients(db, mailId, wanted),
    ]);
    return { rows: rows.map(presentRecipient), count };
  }

  async export(principal: Principal, mailId: string, wanted: WantedRecipients): Promise<Readable> {
    await this.#require(principal, mailId);
    const language = await this.#dependencies.languageOf(principal.userId);
    return Readable.from(this.#lines(mailId, wanted, language), { objectMode: false });
  }

  async *#lines(mailId: string, wanted: WantedRecipients, language: Language): AsyncGenerator<string> {
    const { view, recipientStates, reasons } = messagesIn(language).mail;
    const { name, address, state, reason, answer, tries, time } = view.recipients;
    yield byteOrderMark + csvLine([name, address, state, reason, answer, tries, time]);
    for (let offset = 0; ; offset += rowsAtOnce) {
      const rows = await listRecipients(this.#dependencies.db, mailId, { ...wanted, offset, size: rowsAtOnce });
      for (const row of rows.map(presentRecipient)) {
        const whyNot = row.reason && reasons[row.reason];
        yield csvLine([row.name, row.address, recipientStates[row.state], whyNot, row.answer, row.tries, row.at]);
      }
      if (rows.length < rowsAtOnce) return;
    }
  }

  async #require(principal: Principal, mailId: string): Promise<void> {
    if (!(await findMail(this.#dependencies.db, principal, mailId))) throw new AppError('notFound');
  }
}
