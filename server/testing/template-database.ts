import type { SocketAccess } from '../platform/embedded-postgres/database-url.ts';

/** Migrated once per run and copied for every test file. */
export const templateDatabase = 'lectern_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgresAccess: SocketAccess;
  }
}
