import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import { inEveryLanguage, messagesIn } from '../../platform/messages.ts';

export type HeldItem = { id: string; title: string; withheld: boolean };

const mostNamed = 3;

/**
 * Items that must not be published before their review is decided. With `reviewHolds`, matches of severity *review*
 * count too; withheld items are always included.
 */
export async function listHeldItems(
  db: Executor,
  ids: RawBuilder<unknown>,
  { reviewHolds }: { reviewHolds: boolean },
): Promise<HeldItem[]> {
  const severities = reviewHolds ? ['review', 'block'] : ['block'];
  const { rows } = await sql<HeldItem>`
    select item.id, item.title, item.withheld from sensitive_items item
    where item.id in (${ids}) and (item.withheld or exists (
      select from sensitive_hits hit where hit.resource_id = item.id and hit.state = 'open'
        and hit.severity = any (${severities}::text[])))
    order by item.type <> 'course', lower(item.title), item.id`.execute(db);
  return rows;
}

/** Names the items in the error, so the publisher knows what to change. */
export function requireNoneHeld(held: readonly HeldItem[]): void {
  if (held.length === 0) return;
  const names = held.slice(0, mostNamed).map(({ title }) => `“${title}”`);
  const more = held.length > mostNamed ? ` +${held.length - mostNamed}` : '';
  const places = inEveryLanguage((language) => names.join(messagesIn(language).errorReasons.listSeparator) + more);
  throw new AppError('itemsHeld', { params: { places } });
}
