import type { Language } from '@lectern/contract/language.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import { messagesIn } from '../../platform/messages.ts';

/** Sums the counts that triggers keep for the lists of people and resources, instead of counting rows. */
function countIn(list: string, departments: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(sum(delta), 0)::bigint from list_counts
    where list_counts.list = ${sql.lit(list)} and list_counts.tab = 'all'
      and list_counts.department_id in (${departments}))`;
}

export const peopleIn = (departments: RawBuilder<unknown>) => countIn('user', departments);
export const resourcesIn = (departments: RawBuilder<unknown>) => countIn('resource', departments);

/** Units are few enough to count directly. */
export async function countUnitTabs(db: Executor, table: RawBuilder<unknown>): Promise<Record<string, BoundedCount>> {
  const { rows } = await sql<{ everything: number; enabled: number }>`
    select count(*) as everything, count(*) filter (where disabled_at is null) as enabled from ${table}`.execute(db);
  const { everything = 0, enabled = 0 } = rows[0] ?? {};
  const exact = (value: number) => ({ value, exact: true });
  return { all: exact(everything), enabled: exact(enabled), disabled: exact(everything - enabled) };
}

export function stateWords(disabled: boolean, language: Language): string {
  return messagesIn(language).organisation[disabled ? 'disabled' : 'enabled'];
}
