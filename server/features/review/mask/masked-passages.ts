import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { seesOriginal } from '../../../platform/masks/sees-original.ts';

type Masked = { page: number | null; startMs: number | null; text: string; spans: [number, number][] };

/** What this person may not read in the texts of a source; nothing for those who review the resource. */
export async function listMaskedPassages(
  db: Executor,
  principal: Principal,
  { resourceId, source }: { resourceId: string; source: string },
): Promise<Masked[]> {
  const original: RawBuilder<unknown> = seesOriginal(principal);
  const { rows } = await sql<Masked>`
    select passage.page, passage.start_ms as "startMs", passage.text,
      jsonb_agg(jsonb_build_array(mask.start_offset, mask.end_offset) order by mask.start_offset) as spans
    from sensitive_masks mask
      join resources on resources.id = mask.resource_id
      join passages passage on passage.resource_id = mask.resource_id and passage.source = mask.source
        and passage.position = mask.position
    where mask.resource_id = ${resourceId} and mask.source = ${source} and not ${original}
    group by passage.id`.execute(db);
  return rows;
}
