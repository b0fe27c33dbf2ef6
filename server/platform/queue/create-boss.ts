import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { bossSchema } from './fair-turns.ts';

const pauseMs = 10_000;
/** Longer than pg-boss's own timers, because opening a connection costs more than a hundred of their queries. */
const pool = { idleTimeoutMillis: 120_000 };

/** pg-boss reports every failed poll; during a database outage one log line per pause is enough. */
export function createBoss(
  { databaseUrl, logger }: { databaseUrl: string; logger: Logger },
  options: ConstructorOptions,
): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: bossSchema,
    connectionTimeoutMillis: 5_000,
    supervise: false,
    ...pool,
    ...options,
  });
  let quietUntil = 0;
  boss.on('error', (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + pauseMs;
    logger.warn({ err: error }, 'queue can’t reach the database');
  });
  boss.on('warning', (warning) => logger.warn({ warning }, 'queue warning'));
  return boss;
}
