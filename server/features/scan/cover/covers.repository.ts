import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';

type CoverTexts = {
  texts: string[];
  /** Not read yet, and not about to be. */
  unread: string[];
};

export async function readCoverTexts(db: Executor, fileIds: readonly string[]): Promise<CoverTexts> {
  if (fileIds.length === 0) return { texts: [], unread: [] };
  const { rows } = await sql<{ id: string; text: string | null; asked: boolean }>`
    select files.id, cover_texts.text, exists (select from jobs where jobs.kind = 'readCover'
      and jobs.input ->> 'fileId' = files.id::text and jobs.state in ('queued', 'running', 'failed')) as asked
    from files left join cover_texts on cover_texts.file_id = files.id
    where files.id = any (${[...new Set(fileIds)]}::uuid[]) order by files.id`.execute(db);
  return {
    texts: rows.flatMap(({ text }) => (text ? [text] : [])),
    unread: rows.flatMap(({ id, text, asked }) => (text === null && !asked ? [id] : [])),
  };
}

export async function findCoverKey(db: Executor, fileId: string): Promise<string | undefined> {
  const file = await db.selectFrom('files').select('store_key').where('id', '=', fileId).executeTakeFirst();
  return file?.store_key;
}

/** The file may have gone meanwhile. */
export async function insertCoverText(transaction: Executor, fileId: string, text: string): Promise<void> {
  await sql`
    insert into cover_texts (file_id, text) select id, ${text} from files where id = ${fileId}
    on conflict do nothing`.execute(transaction);
}
