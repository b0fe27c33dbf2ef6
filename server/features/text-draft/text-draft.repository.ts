import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { ResourceFollower } from '../resource/public.ts';

type DraftedType = 'documentText' | 'ocrText' | 'speechText' | 'subtitle' | 'summary';
/** The text a draft belongs to. */
export type Drafted = { type: DraftedType; id: string; resourceId: string };

export type DraftRecord = {
  base_id: string;
  user_id: string;
  user_name: string;
  content: Record<string, unknown>;
  version: number;
  updated_at: Date;
};

const columns = sql`text_drafts.base_id, text_drafts.user_id, users.name as user_name, text_drafts.content,
  text_drafts.version::int as version, text_drafts.updated_at`;

export async function findDraft(db: Executor, { type, id }: Drafted): Promise<DraftRecord | undefined> {
  const { rows } = await sql<DraftRecord>`
    select ${columns} from text_drafts join users on users.id = text_drafts.user_id
    where object_type = ${type} and object_id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the draft until the transaction ends. */
export async function lockDraft(transaction: Executor, { type, id }: Drafted): Promise<DraftRecord | undefined> {
  const { rows } = await sql<DraftRecord>`
    select ${columns} from text_drafts join users on users.id = text_drafts.user_id
    where object_type = ${type} and object_id = ${id} for update of text_drafts`.execute(transaction);
  return rows[0];
}

type Values = { baseId: string; userId: string; content: Record<string, unknown> };

/** False if another draft was inserted first. */
export async function insertDraft(transaction: Executor, of: Drafted, values: Values): Promise<boolean> {
  const { rows } = await sql`
    insert into text_drafts (object_type, object_id, resource_id, base_id, user_id, content)
    values (${of.type}, ${of.id}, ${of.resourceId}, ${values.baseId}, ${values.userId},
      ${JSON.stringify(values.content)}::jsonb)
    on conflict do nothing returning version`.execute(transaction);
  return rows.length > 0;
}

/** Merges parts into a draft of the same base version; a different base replaces them. */
export async function updateDraft(transaction: Executor, of: Drafted, values: Omit<Values, 'userId'>): Promise<void> {
  const content = sql`${JSON.stringify(values.content)}::jsonb`;
  await sql`
    update text_drafts set version = version + 1, updated_at = now(), base_id = ${values.baseId},
      content = case when base_id = ${values.baseId} then content || ${content} else ${content} end
    where object_type = ${of.type} and object_id = ${of.id}`.execute(transaction);
}

export async function updateDraftOwner(transaction: Executor, of: Drafted, userId: string): Promise<void> {
  await sql`
    update text_drafts set version = version + 1, user_id = ${userId}
    where object_type = ${of.type} and object_id = ${of.id}`.execute(transaction);
}

export async function deleteDraft(transaction: Executor, { type, id }: Drafted): Promise<void> {
  await sql`delete from text_drafts where object_type = ${type} and object_id = ${id}`.execute(transaction);
}

export const draftFollower: ResourceFollower = {
  async forget(transaction, ids) {
    await sql`delete from text_drafts where resource_id = any (${ids}::uuid[])`.execute(transaction);
  },
};
