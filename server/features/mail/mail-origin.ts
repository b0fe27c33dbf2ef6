import os from 'node:os';
import type { Config } from '../../platform/config/config.ts';
/** Never from a request's headers: its sender could make links in mails lead elsewhere. */
export function mailOrigin({ publicOrigin, host, port }: Pick<Config, 'publicOrigin' | 'host' | 'port'>): string {
  return publicOrigin ?? `http://${/^(0\.0\.0\.0|::)$/.test(host) ? os.hostname() : host}:${port}`;
}
