/** Migrated once per run and copied for every test file. */
export const templateDatabase = 'lectern_template';

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocketDirectory: string;
  }
}
