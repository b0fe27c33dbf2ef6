import type { ReplaceSource } from '@lectern/contract/features/glossary.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { countPassages, isAmongFound, isWide, passageWords, pieceOf, shareOf, termsQuery } from '../passage/public.ts';

/** A current text of a resource that isn't in Trash. */
export type ReplaceableText = {
  resource_id: string;
  title: string;
  kind: ResourceKind;
  source: ReplaceSource;
  /** The current version's id. */
  text_id: string;
  language: string | null;
  published: boolean;
};

const isLive = sql`resources.state not in ('trashed', 'purged')`;
const readingColumns = sql`resources.id as resource_id, resources.title, resources.kind, readings.source,
  readings.id as text_id, readings.language, false as published`;
const readingJoins = sql`readings
  join resources on resources.id = readings.resource_id and resources.version_id = readings.version_id`;
const trackColumns = sql`resources.id as resource_id, resources.title, resources.kind, 'subtitle' as source,
  subtitles.text_id, subtitles.language, subtitles.state = 'published' as published`;
const trackJoins = sql`subtitles join resources on resources.id = subtitles.resource_id`;

export type TextKey = Pick<ReplaceableText, 'resource_id' | 'source' | 'text_id'>;
type Page = {
  scope: Condition;
  sources: readonly ReplaceSource[];
  lookup: TextLookup;
  language: string | null;
  after: TextKey | null;
  /** The last resource to include; null for no limit. */
  until: string | null;
};

/** Texts that may contain the term, in resource order; the caller searches them for it. */
export async function listReplaceableTexts(
  db: Executor,
  { scope, sources, lookup, language, after, until }: Page,
  limit: number,
): Promise<ReplaceableText[]> {
  const within = sql`${isLive} and ${scope} and (${until}::uuid is null or resources.id <= ${until}::uuid)
    and (${after?.resource_id ?? null}::uuid is null or resources.id >= ${after?.resource_id ?? null}::uuid)`;
  const inLanguage = (column: Condition) => sql`(${language}::text is null or ${column} = ${language}::text)`;
  const { rows } = await sql<ReplaceableText>`
    select * from (
      select ${readingColumns} from ${readingJoins}
      where readings.current and readings.source = any (${sources}::text[]) and ${within}
        and ${inLanguage(sql`readings.language`)} and ${lookup.readings}
      union all
      select ${trackColumns} from ${trackJoins}
      where ${sources.includes('subtitle')} and subtitles.deleted_at is null and ${within}
        and ${inLanguage(sql`subtitles.language`)} and ${lookup.subtitles}
    ) texts
    where ${after?.text_id ?? null}::uuid is null or (resource_id, source, text_id)
      > (${after?.resource_id ?? null}::uuid, ${after?.source ?? null}::text, ${after?.text_id ?? null}::uuid)
    order by resource_id, source, text_id limit ${limit}`.execute(db);
  return rows;
}

/** The resource `size` places after `after`; undefined when there are fewer. */
export async function findLastOfWindow(db: Executor, after: string | null, size: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from resources where ${after}::uuid is null or id > ${after}::uuid
    order by id offset ${size - 1} limit 1`.execute(db);
  return rows[0]?.id;
}

/** Finds the current text by the id of the version that was previewed, even if that version is no longer current. */
export async function findReplaceableText(db: Executor, versionId: string): Promise<ReplaceableText | undefined> {
  const { rows } = await sql<ReplaceableText>`
    select ${readingColumns} from readings named
      join ${readingJoins} on readings.resource_id = named.resource_id and readings.source = named.source and readings.current
    where named.id = ${versionId} and named.source in ('ocr', 'speech') and ${isLive}
    union all
    select ${trackColumns} from subtitle_versions named
      join ${trackJoins} on subtitles.id = named.subtitle_id
    where named.id = ${versionId} and subtitles.deleted_at is null and ${isLive}`.execute(db);
  return rows[0];
}

export async function listCues(db: Executor, textId: string): Promise<Cue[]> {
  const { rows } = await sql<{ content: Cue[] }>`
    select content from subtitle_versions where id = ${textId}`.execute(db);
  return rows[0]?.content ?? [];
}

/** Conditions that a reading or a subtitle track may contain the term. */
type TextLookup = {
  readings: Condition;
  subtitles: Condition;
  /** Whether an index finds the texts; otherwise all resources are scanned in order. */
  indexed: boolean;
};

/** If more passages than this contain the term, scanning in order finds enough of them quickly. */
const frequent = 20_000;

/**
 * How to find texts that may contain a term. The index matches words by prefix and scripts without spaces anywhere; a
 * term that may be inside a word is searched in the texts themselves.
 */
export async function lookupOf(
  db: Executor,
  { wrong, wholeWord }: { wrong: string; wholeWord: boolean },
): Promise<TextLookup> {
  const words = passageWords(wrong);
  const known = wholeWord ? words : words.filter((word, at) => isWide(word) || at > 0);
  if (known.length > 0 && (await shareOf(db, known)) * (await countPassages(db)) <= frequent) {
    const pieces = known.map((word) => sql`strpos(folded, ${pieceOf(word)}) > 0`);
    return {
      readings: await isAmongFound(db, { words: known, sources: ['ocr', 'speech'] }),
      subtitles: sql`subtitles.id in (select subtitle_id from subtitle_chunks
        where text_terms(folded) @@ ${termsQuery(known)}::tsquery and ${sql.join(pieces, sql` and `)})`,
      indexed: true,
    };
  }
  const has = sql`strpos(folded, ltrim(fold_text(${wrong}::text))) > 0`;
  return {
    readings: sql`exists (select from passages where passages.resource_id = resources.id
      and passages.source in ('ocr', 'speech') and ${has})`,
    subtitles: sql`exists (select from subtitle_chunks where subtitle_chunks.subtitle_id = subtitles.id and ${has})`,
    indexed: false,
  };
}
