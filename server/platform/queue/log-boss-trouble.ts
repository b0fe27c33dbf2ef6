import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

const pauseMs = 10_000;

/** pg-boss reports every failed poll; during a database outage one log line per pause is enough. */
export function logBossTrouble(boss: PgBoss, logger: Logger): void {
  let quietUntil = 0;
  boss.on('error', (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + pauseMs;
    logger.warn({ err: error }, 'queue can’t reach the database');
  });
  boss.on('warning', (warning) => logger.warn({ warning }, 'queue warning'));
}
