import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config/config.ts';

/** JSON lines, on standard output by default. Secrets are redacted by property name at any depth. */
export function createLogger(
  config: Pick<Config, 'logLevel'>,
  processName: string,
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: { process: processName },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // Pino's own redaction needs a path for every depth.
    hooks: { streamWrite: (line) => (secretKey.test(line) ? redacted(line) : line) },
  };
  return pino(options, destination);
}

function redacted(line: string): string {
  const values = JSON.parse(line, (name, value) => (secretNames.includes(name) ? '[secret]' : value));
  return `${JSON.stringify(values)}\n`;
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
/** A quote inside a text is escaped, so this matches only property names. */
const secretKey = new RegExp(`"(?:${secretNames.join('|')})":`);
