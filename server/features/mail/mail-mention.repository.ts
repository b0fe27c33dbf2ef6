import type { AudiencePart, MailAudience } from '@lectern/contract/features/mail.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

/** Of what was sent, the recipients say whom it was for. */
export async function listUnsentNaming(
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

/** Only where it is as it was; whoever writes the mail meanwhile is told. */
export async function replaceAudience(
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
