import { type AudiencePart, type MailAudience, mailAudience } from '@lectern/contract/features/mail.ts';
import type { TreeName } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../platform/db/database.ts';
import type { Mentions } from '../../platform/mentions/mentions.ts';
import { referenceMentions } from '../../platform/mentions/reference-mentions.ts';
import { listChosen } from './audience.repository.ts';
import { audienceOf } from './mail.repository.ts';

const keptMails = z.array(z.object({ id: z.uuid(), before: mailAudience, after: mailAudience }));

const partOf: Partial<Record<TreeName, AudiencePart>> = {
  college: 'colleges',
  department: 'departments',
  position: 'positions',
};

/** Mails of a merged department move to the department it was merged into. */
export const mailMentions: Mentions = referenceMentions({ table: 'mails', columns: { department: 'department_id' } });

/** Follows merges in the audiences of unsent mails. */
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

/** Only unsent mails: sent ones keep their recipients. */
async function listUnsentNaming(
  transaction: Executor,
  part: AudiencePart,
  id: string,
): Promise<{ id: string; audience: unknown }[]> {
  const { rows } = await sql<{ id: string; audience: unknown }>`select id, audience from mails
    where state in ('draft', 'scheduled') and audience -> ${part}::text ? ${id}::text order by id for update`.execute(
    transaction,
  );
  return rows;
}

/** Does nothing if the audience has changed since. Anyone editing the mail gets a version conflict. */
async function replaceAudience(
  transaction: Executor,
  id: string,
  { before, after, names }: { before: MailAudience; after: MailAudience; names: string[] },
): Promise<void> {
  await sql`update mails set audience = ${JSON.stringify(after)}::jsonb, audience_names = ${names}::text[],
      version = version + 1, updated_at = now()
    where id = ${id} and state in ('draft', 'scheduled') and audience = ${JSON.stringify(before)}::jsonb`.execute(
    transaction,
  );
}
