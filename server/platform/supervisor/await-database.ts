import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartProblem } from './start-problem.ts';

const oldestMajorVersion = 15;

/** Errors that waiting can't fix: wrong password, unknown role, no right to connect, no such database. */
const refusals = ['28000', '28P01', '42501', '3D000'];

type AwaitDatabaseOptions = {
  onWaiting: (reason: string) => void;
  signal?: AbortSignal;
  pauseMs?: number;
};

/** Waits for an external PostgreSQL, which may start after Lectern. Logs once, then continues automatically. */
export async function awaitDatabase(databaseUrl: string, options: AwaitDatabaseOptions): Promise<void> {
  let said = false;
  while (!options.signal?.aborted) {
    const reason = await tryOnce(databaseUrl);
    if (reason === undefined) return;
    if (!said) options.onWaiting(reason);
    said = true;
    await sleep(options.pauseMs ?? 2_000, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

async function tryOnce(databaseUrl: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < oldestMajorVersion) {
      throw new StartProblem(
        `DATABASE_URL points to PostgreSQL ${version}. Lectern needs PostgreSQL ${oldestMajorVersion} or newer.`,
      );
    }
    return undefined;
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    const reason = explain(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (refusals.includes(code))
      throw new StartProblem(`PostgreSQL at DATABASE_URL refused the connection: ${reason}. Check DATABASE_URL.`);
    return reason;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A host with several addresses fails with one error per address and no message of its own. */
function explain(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return explain(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
