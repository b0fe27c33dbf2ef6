import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

export type KindRow = { kind: string; resources: number; bytes: number };

export async function sumByKind(db: Executor, ownerId: string): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select kind, count(*) as resources, sum(size_bytes)::bigint as bytes from resources
    where owner_id = ${ownerId} and state <> 'purged' group by kind order by kind`.execute(db);
  return rows;
}

export type OwnTask = {
  id: string;
  title: string;
  due_at: Date | null;
  resource_id: string | null;
  resource_kind: 'document' | 'video' | 'audio' | 'image' | null;
};

export async function listOwnTasks(db: Executor, userId: string, limit: number): Promise<OwnTask[]> {
  const { rows } = await sql<OwnTask>`
    select tasks.id, tasks.title, tasks.due_at, resources.id as resource_id, resources.kind as resource_kind
    from tasks left join resources on resources.id = case when tasks.object_type = 'resource' then tasks.object_id::uuid end
    where tasks.assignee_id = ${userId} and tasks.state in ('open', 'doing')
    order by tasks.due_at asc nulls last, tasks.created_at, tasks.id limit ${limit}`.execute(db);
  return rows;
}
