import type { SetupStep } from '@lectern/contract/features/setup.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';

type StoredSteps = Record<Exclude<SetupStep, 'mail'>, boolean>;

/** Each step stops at the first row it finds. The first administrator doesn't count as the people of an installation. */
export async function findSetup(db: Executor): Promise<StoredSteps> {
  const { rows } = await sql<StoredSteps>`
    select exists (select from colleges) and exists (select from departments) as organisation,
      (select count(*) from (select from users where erased_at is null limit 2) first_two) > 1 as people,
      exists (select from resources) as upload,
      exists (select from resources where state = 'published')
        or exists (select from courses where state = 'published') as publication`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A query without a condition returned no row');
  return found;
}
