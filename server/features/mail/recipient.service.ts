import { Readable } from 'node:stream';
import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { listMailRecipients } from '@lectern/contract/features/mail-compose.ts';
import { recipientReasonWords, recipientStateWords } from '@lectern/contract/features/mail-words.ts';
import type { Language } from '@lectern/contract/language.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { csvLine } from '../../platform/list/csv.ts';
import { findMail } from './mail.repository.ts';
import { countRecipients, listRecipients, presentRecipient, type WantedRecipients } from './recipient.repository.ts';

type Parts = { db: Db; languageOf(userId: string): Promise<Language> };

const headings: Record<Language, string[]> = {
  en: ['Name', 'Address', 'State', 'Reason', 'Answer of the mail server', 'Tries', 'Time'],
  zh: ['姓名', '地址', '状态', '原因', '邮件服务器答复', '尝试次数', '时间'],
};
const rowsAtOnce = 500;
const byteOrderMark = '\ufeff';

/** Who gets a mail, and what became of it for each. */
export class RecipientService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(
    principal: Principal,
    mailId: string,
    { page, size, ...wanted }: WantedRecipients & { page: number; size: number },
  ): Promise<OutputOf<typeof listMailRecipients>> {
    const { db } = this.#parts;
    await this.#require(principal, mailId);
    const [rows, count] = await Promise.all([
      listRecipients(db, mailId, { ...wanted, size, offset: (page - 1) * size }),
      countRecipients(db, mailId, wanted),
    ]);
    return { rows: rows.map(presentRecipient), count };
  }

  async export(principal: Principal, mailId: string, wanted: WantedRecipients): Promise<Readable> {
    await this.#require(principal, mailId);
    const language = await this.#parts.languageOf(principal.userId);
    return Readable.from(this.#lines(mailId, wanted, language), { objectMode: false });
  }

  async *#lines(mailId: string, wanted: WantedRecipients, language: Language): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(headings[language]);
    for (let offset = 0; ; offset += rowsAtOnce) {
      const rows = await listRecipients(this.#parts.db, mailId, { ...wanted, offset, size: rowsAtOnce });
      for (const row of rows.map(presentRecipient)) {
        const state = recipientStateWords[row.state][language];
        const reason = row.reason && recipientReasonWords[row.reason][language];
        yield csvLine([row.name, row.address, state, reason, row.answer, row.tries, row.at]);
      }
      if (rows.length < rowsAtOnce) return;
    }
  }

  async #require(principal: Principal, mailId: string): Promise<void> {
    if (!(await findMail(this.#parts.db, principal, mailId))) throw new AppError('notFound');
  }
}
