import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { ReadItem } from '../publication/public.ts';

/** What lists and rights need of an item. The flag is written as it is, so that its copy is renewed. */
export async function updateItem(transaction: Executor, id: string, item: ReadItem): Promise<void> {
  const { title, departmentId, ownerId, live } = item;
  await sql`
    update sensitive_items set title = ${title}, department_id = ${departmentId}, owner_id = ${ownerId}, live = ${live},
      withheld = withheld
    where id = ${id}`.execute(transaction);
}

/** With everything that was found in it. */
export async function deleteItem(transaction: Executor, id: string): Promise<void> {
  await sql`delete from sensitive_items where id = ${id}`.execute(transaction);
}
