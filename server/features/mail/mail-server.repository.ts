import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

type KnownServer = { reachable: boolean; problem: string | null; since: Date; resume_at: Date | null };

export async function findServer(db: Executor): Promise<KnownServer | undefined> {
  const { rows } = await sql<KnownServer>`select reachable, problem, since, resume_at from mail_server`.execute(db);
  return rows[0];
}

/** `problem` is null when the server answered. */
export async function updateServer(db: Executor, problem: string | null, resumeAt: Date | null): Promise<void> {
  await sql`
    insert into mail_server (reachable, problem, resume_at) values (${problem === null}, ${problem}, ${resumeAt})
    on conflict (id) do update set reachable = excluded.reachable, problem = excluded.problem,
      resume_at = excluded.resume_at, seen_at = now(),
      since = case when mail_server.reachable = excluded.reachable then mail_server.since else now() end`.execute(db);
}

/** Waiting recipients, plus due mails whose recipients are not resolved yet (each counted once). */
export async function countWaiting(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from mail_recipients where state = 'waiting')
      + (select count(*) from mails where state = 'scheduled' and send_at <= now() and deleted_at is null)) as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
