import { stepKinds } from '@lectern/contract/features/job.ts';
import { sql } from 'kysely';
import type { MatcherWord } from '../server/engines/word-matcher/port.ts';
import { wordKey } from '../server/engines/word-matcher/word-key.ts';
import { updateVariants } from '../server/features/passage/public.ts';
import { CandidateService } from '../server/features/scan/candidate.service.ts';
import type { ScannedText } from '../server/features/scan/scanned-text.ts';
import { termsIn, variantsOf } from '../server/features/scan/scanned-text.ts';
import { findScanned, hashTexts, insertTerms, listTexts } from '../server/features/scan/texts.repository.ts';
import type { Db } from '../server/platform/db/database.ts';
import { newId } from '../server/platform/new-id.ts';
import { chineseWords, englishWords } from './passage-words.ts';
import { WordsCorpus } from './words-corpus.ts';

const resourcesAtOnce = 500;
const knownTerms = new Set<string>();
/** This many of the words occur in some of the texts; the rest occur in none. */
const knownCount = 10;

/** Seeds words in both scripts as if they had been there for a long time. Returns those that some texts contain. */
export async function seedWords(db: Db, count: number): Promise<MatcherWord[]> {
  const known = englishWords.slice(-400).filter((word) => word.length > 6);
  const ordinary = new Set(chineseWords.join(''));
  const isForeign = (text: string) =>
    /^[a-z]{8,}$/.test(text) || [...text].some((one) => one > '一' && !ordinary.has(one));
  const made = new WordsCorpus(count * 3).words.filter(isForeign);
  const half = Math.ceil((count - knownCount) / 2);
  const latin = made.filter((text) => text < '一').slice(0, half);
  const chinese = made.filter((text) => text >= '一').slice(0, count - knownCount - latin.length);
  const texts = [...known.slice(0, knownCount), ...latin, ...chinese];
  await sql`
    insert into sensitive_words (id, text, key, mode, category, severity)
    select id, text, key, 'contains', 'other', 'review'
    from unnest(${texts.map(() => newId())}::uuid[], ${texts}::text[], ${texts.map((text) => wordKey(text, 'contains'))}::text[])
      given (id, text, key)`.execute(db);
  await sql`
    insert into sensitive_rescans (id, kind, from_version, to_version, state, total, finished_at)
    select ${newId()}, 'changed', 0, version, 'done', 0, now() from sensitive_dictionary`.execute(db);
  const { rows } = await sql<MatcherWord>`
    select id, text, mode, variants, language, sources, kinds, exceptions from sensitive_words
    where text = any (${texts.slice(0, knownCount)})`.execute(db);
  return rows;
}

/** Marks all machine work as done; otherwise the worker would start with what is missing. */
export async function seedWork(db: Db): Promise<void> {
  await sql`alter table jobs disable trigger user`.execute(db);
  await sql`
    insert into jobs (id, kind, state, resource_id, version_id, current, resource_kind, department_id, owner_id)
    select gen_random_uuid(), step, 'done', id, version_id, true, kind, department_id, owner_id
    from resources cross join unnest(${stepKinds}::text[]) step
    where state not in ('trashed', 'purged')`.execute(db);
  await sql`alter table jobs enable trigger user`.execute(db);
}

/**
 * Marks everything as scanned except resources containing one of the known words, which are left to the worker.
 * Returns the number of those.
 */
export async function seedScans(db: Db, known: readonly MatcherWord[]): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from resources where state not in ('trashed', 'purged') order by id`.execute(db);
  for (let at = 0; at < rows.length; at += resourcesAtOnce) {
    await noteScanned(
      db,
      rows.slice(at, at + resourcesAtOnce).map(({ id }) => id),
    );
  }
  await sql`truncate sensitive_scan_wishes`.execute(db);
  const left = await new CandidateService(db).resourcesOf(known);
  if (left === 'all') throw new Error('The index should contain these words.');
  await sql`delete from sensitive_scans where resource_id = any (${left}::uuid[])`.execute(db);
  await sql`insert into sensitive_scan_wishes (resource_id) select unnest(${left}::uuid[])`.execute(db);
  for (const table of ['passages', 'sensitive_texts', 'sensitive_terms', 'sensitive_scans', 'sensitive_words']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
  return left.length;
}

async function noteScanned(db: Db, ids: readonly string[]): Promise<void> {
  const hashes: Buffer[] = [];
  const folded: string[] = [];
  const passages: { passageId: number; variants: string }[] = [];
  const others: (ScannedText & { resourceId: string })[] = [];
  for (const resourceId of ids) {
    const resource = await findScanned(db, resourceId);
    const texts = await listTexts(db, resourceId);
    hashes.push(resource ? hashTexts(resource, texts) : Buffer.alloc(0));
    for (const text of texts) {
      const variants = variantsOf(text.text, text.folded);
      folded.push(text.folded, variants);
      if (text.passageId === null) others.push({ ...text, variants, resourceId });
      else if (variants !== '') passages.push({ passageId: text.passageId, variants });
    }
  }
  const terms = termsIn(folded).filter((term) => !knownTerms.has(term));
  for (const term of terms) knownTerms.add(term);
  await insertTerms(db, terms);
  await updateVariants(db, passages);
  await sql`
    insert into sensitive_texts (resource_id, source, position, text, variants)
    select "resourceId", source, position, text, variants from jsonb_to_recordset(${JSON.stringify(others)}::jsonb)
      as given ("resourceId" uuid, source text, position int, text text, variants text)`.execute(db);
  await sql`
    insert into sensitive_scans (resource_id, dictionary_version, texts_hash)
    select id, version, hash from sensitive_dictionary, unnest(${ids}::uuid[], ${hashes}::bytea[]) given (id, hash)`.execute(
    db,
  );
}
