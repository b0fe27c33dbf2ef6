import { createHash } from 'node:crypto';
import { type ItemType, type ScanSource, scanSources } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import { matcherRules } from '../../engines/word-matcher/port.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Box, ScannedResource, ScannedText } from './scanned-text.ts';

type TextRecord = {
  source: ScanSource;
  position: number;
  text: string;
  language: string | null;
  page: number | null;
  box: Box | null;
  start_ms: number | null;
  end_ms: number | null;
  passage_id: number | null;
  reading_id: string | null;
  folded: string;
  variants: string;
  note_id: string | null;
};

type ResourceRecord = { id: string; kind: string; state: string; version_id: string | null; type: ItemType | null };

export async function findScanned(db: Executor, resourceId: string): Promise<ScannedResource | undefined> {
  const { rows } = await sql<ResourceRecord>`
    select id, kind, state, version_id, null as type from resources where id = ${resourceId} and state <> 'purged'
    union all
    select id, type, 'published', null, type from sensitive_items where id = ${resourceId}`.execute(db);
  return rows[0] && present(rows[0]);
}

/** Every change to a resource takes this lock, so its texts cannot change while a scan is saved. */
export async function lockScanned(transaction: Executor, resourceId: string): Promise<ScannedResource | undefined> {
  const { rows } = await sql<ResourceRecord>`
    select id, kind, state, version_id, null as type from resources where id = ${resourceId} and state <> 'purged'
    for no key update`.execute(transaction);
  if (rows[0]) return present(rows[0]);
  const items = await sql<ResourceRecord>`
    select id, type as kind, 'published' as state, null as version_id, type from sensitive_items where id = ${resourceId}
    for no key update`.execute(transaction);
  return items.rows[0] && present(items.rows[0]);
}

/** Every text of a resource in reading order, from a single snapshot. */
export async function listTexts(db: Executor, resourceId: string): Promise<ScannedText[]> {
  const { rows } = await sql<TextRecord>`
    select source, position, text, language, page, box, start_ms, end_ms, id as passage_id, reading_id,
      folded, variants, null::uuid as note_id
    from passages where resource_id = ${resourceId}
    union all
    select 'tags', tag.place::int, tags.name, null, null, null, null, null, null, null, fold_text(tags.name), '', null
    from resources cross join lateral unnest(tag_ids) with ordinality tag (id, place) join tags on tags.id = tag.id
    where resources.id = ${resourceId}
    union all
    select 'fileName', 1, version.file_name, null, null, null, null, null, null, null, fold_text(version.file_name), '',
      null
    from resources join resource_versions version on version.id = resources.version_id
    where resources.id = ${resourceId}
    union all
    select 'summary', (heading.offset + heading.place)::int, heading.text, null, null, null, null, null, null, null,
      fold_text(heading.text), '', null
    from summaries cross join lateral (
      select 3000 as offset, place, value ->> 'title' as text
      from jsonb_array_elements(content -> 'outline') with ordinality entry (value, place)
      union all
      select 4000, place, value ->> 'title' from jsonb_array_elements(content -> 'chapters') with ordinality entry (value, place)
    ) heading
    where summaries.resource_id = ${resourceId} and summaries.state = 'published' and heading.text <> ''
    union all
    select 'details', detail.place::int, detail.text, null, null, null, null, null, null, null, fold_text(detail.text), '',
      null
    from resources cross join lateral unnest(array[author, source, licence, alt_text]
        || array(select label from subtitles where resource_id = resources.id order by id)) with ordinality
      detail (text, place)
    where resources.id = ${resourceId} and detail.text <> ''
    union all
    select 'note', (row_number() over (order by created_at, id))::int, text, null, page, null,
      (second * 1000)::int, null, null, null, fold_text(text), '', id
    from resource_notes where resource_id = ${resourceId}`.execute(db);
  const order = new Map(scanSources.map((source, place) => [source, place]));
  const placeOf = ({ source }: TextRecord) => order.get(source) ?? order.size;
  return rows
    .sort((left, right) => placeOf(left) - placeOf(right) || left.position - right.position)
    .map((row) => ({
      source: row.source,
      position: row.position,
      text: row.text,
      language: row.language,
      page: row.page,
      box: row.box,
      startMs: row.start_ms,
      endMs: row.end_ms,
      passageId: row.passage_id,
      readingId: row.reading_id,
      folded: row.folded,
      variants: row.variants,
      noteId: row.note_id,
    }));
}

/** Changes when anything a scan reads or stores with its matches changes. */
export function hashTexts({ kind, versionId }: ScannedResource, texts: readonly ScannedText[]): Buffer {
  const hash = createHash('sha256').update(`${matcherRules} ${kind} ${versionId}`);
  for (const { source, position, page, box, startMs, endMs, language, text } of texts) {
    hash.update(JSON.stringify([source, position, page, box, startMs, endMs, language, text]));
  }
  return hash.digest();
}

function present({ id, kind, state, version_id: versionId, type }: ResourceRecord): ScannedResource {
  return { id, kind, state, versionId, type };
}

type SearchedText = Pick<ScannedText, 'source' | 'position' | 'noteId' | 'text' | 'variants'>;

/** Stores the current tags, file names and notes; unchanged rows are not written. */
export async function replaceTexts(
  transaction: Executor,
  resourceId: string,
  texts: readonly SearchedText[],
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
        as given (source text, position int, "noteId" uuid, text text, variants text)
    ), gone as (
      delete from sensitive_texts known where resource_id = ${resourceId} and not exists (
        select from given where given.source = known.source and given.position = known.position)
    )
    insert into sensitive_texts (resource_id, source, position, note_id, text, variants)
    select ${resourceId}, source, position, "noteId", text, variants from given
    on conflict (resource_id, source, position) do update
      set note_id = excluded.note_id, text = excluded.text, variants = excluded.variants
      where (sensitive_texts.note_id, sensitive_texts.text, sensitive_texts.variants)
        is distinct from (excluded.note_id, excluded.text, excluded.variants)`.execute(transaction);
}

/** Runs outside a transaction and inserts in sorted order, so two scans with the same new terms can't deadlock. */
export async function insertTerms(db: Executor, terms: readonly string[]): Promise<void> {
  if (terms.length === 0) return;
  await sql`
    insert into sensitive_terms (term)
    select term from unnest(${terms}::text[]) given (term)
    where not exists (select from sensitive_terms known where known.term = given.term)
    order by term on conflict do nothing`.execute(db);
}
