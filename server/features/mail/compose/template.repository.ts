import type { MailTemplate } from '@lectern/contract/features/mail-template.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

type Row = {
  id: string;
  name: string;
  subject: string;
  body: string;
  mails: number;
  updated_by: string | null;
  updated_by_name: string | null;
  updated_at: Date;
  version: number;
};

export async function listTemplates(db: Executor, id?: string): Promise<MailTemplate[]> {
  const { rows } = await sql<Row>`
    select template.id, template.name, template.subject, template.body, template.version, template.updated_at,
      template.updated_by, person.name as updated_by_name,
      (select count(*)::integer from mails where mails.template_id = template.id and mails.deleted_at is null) as mails
    from mail_templates template left join users person on person.id = template.updated_by
    where ${id ? sql`template.id = ${id}` : sql`true`} order by lower(template.name)`.execute(db);
  return rows.map(({ updated_by: by, updated_by_name: byName, updated_at: at, ...row }) => ({
    ...row,
    updatedBy: by && byName !== null ? { id: by, name: byName } : null,
    updatedAt: at.toISOString(),
  }));
}

export async function countTemplates(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from mail_templates`.execute(db);
  return rows[0]?.count ?? 0;
}

type Fields = Pick<MailTemplate, 'name' | 'subject' | 'body'>;

export async function insertTemplate(db: Executor, template: Fields & { id: string }, userId: string): Promise<void> {
  await db
    .insertInto('mail_templates')
    .values({ ...template, created_by: userId, updated_by: userId })
    .execute();
}

/** Returns false on a version conflict. */
export async function updateTemplate(
  db: Executor,
  { id, version, userId, ...change }: Partial<Fields> & { id: string; version: number; userId: string },
): Promise<boolean> {
  const result = await db
    .updateTable('mail_templates')
    .set({ ...change, updated_by: userId, version: version + 1, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteTemplate(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('mail_templates').where('id', '=', id).execute();
}
