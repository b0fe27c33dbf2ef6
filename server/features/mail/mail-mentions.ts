import { type AudiencePart, mailAudience } from '@lectern/contract/features/mail.ts';
import type { TreeName } from '@lectern/contract/list/filter.ts';
import { z } from 'zod';
import type { Mentions } from '../../platform/mentions/mentions.ts';
import { referenceMentions } from '../../platform/mentions/reference-mentions.ts';
import { listChosen } from './audience.repository.ts';
import { audienceOf } from './mail.repository.ts';
import { listUnsentNaming, replaceAudience } from './mail-mention.repository.ts';

const keptMails = z.array(z.object({ id: z.uuid(), before: mailAudience, after: mailAudience }));

const partOf: Partial<Record<TreeName, AudiencePart>> = {
  college: 'colleges',
  department: 'departments',
  position: 'positions',
};

/** Mails of a department stay within the reach of those who are elsewhere now. */
export const mailMentions: Mentions = referenceMentions({ table: 'mails', columns: { department: 'department_id' } });

/** Whom mails are for that were not sent yet. */
export const mailAudienceMentions: Mentions = {
  kind: 'mailAudience',
  async rename(transaction, _context, { of, from, to }) {
    const part = partOf[of];
    if (!part) return [];
    const kept: z.output<typeof keptMails> = [];
    for (const { id, audience } of await listUnsentNaming(transaction, part, from)) {
      const before = audienceOf(audience);
      const ids = before[part].map((one) => (one === from ? to : one));
      const after = { ...before, [part]: [...new Set(ids)] };
      const names = (await listChosen(transaction, after)).map(({ name }) => name);
      await replaceAudience(transaction, id, { before, after, names });
      kept.push({ id, before, after });
    }
    return kept;
  },
  async putBack(transaction, _context, kept) {
    for (const { id, before, after } of keptMails.parse(kept)) {
      const names = (await listChosen(transaction, before)).map(({ name }) => name);
      await replaceAudience(transaction, id, { before: after, after: before, names });
    }
  },
};
