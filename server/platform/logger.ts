import { type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';

/** JSON lines on standard output. Secrets are redacted by property name, down to three levels. */
export function createLogger(config: Pick<Config, 'logLevel'>, processName: string): Logger {
  return pino({
    level: config.logLevel,
    base: { process: processName },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
  });
}

const secretNames = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
];
