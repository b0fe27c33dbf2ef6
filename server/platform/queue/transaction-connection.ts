import { CompiledQuery } from 'kysely';
import type { ConnectionOptions } from 'pg-boss';
import type { Executor } from '../db/database.ts';

/** Lets pg-boss write inside a transaction that a service opened. */
export function transactionConnection(transaction: Executor): NonNullable<ConnectionOptions['db']> {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
