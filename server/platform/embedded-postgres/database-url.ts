import { createHmac } from 'node:crypto';

export const applicationDatabase = 'lectern';
export const applicationRole = 'lectern';
export const superuserRole = 'postgres';

/** Where the embedded PostgreSQL listens, and the secret its passwords are derived from. */
export type SocketAccess = { socketDirectory: string; secret: string };

export function socketUrl(target: SocketAccess & { database: string; role: string }): string {
  const { role, secret, database, socketDirectory } = target;
  return `postgresql://${role}:${rolePassword(secret, role)}@/${database}?host=${encodeURIComponent(socketDirectory)}`;
}

/** Each role has its own password, so the application's doesn't grant superuser access. */
export function rolePassword(secret: string, role: string): string {
  return createHmac('sha256', secret).update(role).digest('hex');
}
