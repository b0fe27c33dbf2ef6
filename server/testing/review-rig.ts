import { createHash } from 'node:crypto';
import type { OutputOf } from '@lectern/contract/endpoint.ts';
import { getReview, type ReviewView } from '@lectern/contract/features/review.ts';
import type { Severity } from '@lectern/contract/features/scan.ts';
import { sumReview } from '../features/review/public.ts';
import { newId } from '../platform/new-id.ts';
import { makeResource, type ResourceWish } from './resource-rig.ts';
import type { Identity, TestApp } from './test-app.ts';

export const reviewPage = '/app/sensitive/resource';

export async function insertWord(app: TestApp, text: string, severity: Severity = 'review'): Promise<string> {
  const id = newId();
  const values = { id, text, key: `${text} ${id}`, mode: 'contains', category: 'other', severity };
  await app.db.insertInto('sensitive_words').values(values).execute();
  return id;
}

type Found = { wordId: string; word: string; severity?: Severity; page?: number };

/** Inserts a match as a scan would save it, for a word in a sentence of a document. */
export async function insertHit(
  app: TestApp,
  resourceId: string,
  sentence: string,
  { wordId, word, severity = 'review', page = 1 }: Found,
): Promise<string> {
  const { version_id } = await app.db
    .selectFrom('resources')
    .select('version_id')
    .where('id', '=', resourceId)
    .executeTakeFirstOrThrow();
  const { last } = await app.db
    .selectFrom('passages')
    .select(({ fn }) => fn.count<number>('id').as('last'))
    .where('resource_id', '=', resourceId)
    .where('source', '=', 'document')
    .executeTakeFirstOrThrow();
  const place = { source: 'document', position: last + 1, page, box: [0.1, 0.2, 0.5, 0.05] };
  await app.db
    .insertInto('passages')
    .values({ ...place, resource_id: resourceId, text: sentence })
    .execute();
  const [id, start] = [newId(), sentence.indexOf(word)];
  await app.db
    .insertInto('sensitive_hits')
    .values({
      ...place,
      ...{ id, resource_id: resourceId, version_id: version_id ?? '', word_id: wordId, severity, pass: 'strict' },
      ...{ start_offset: start, end_offset: start + word.length, mark_start: start, mark_end: start + word.length },
      excerpt: sentence,
      fingerprint: createHash('sha256').update(`document ${sentence}`).digest().subarray(0, 16),
      occurrence: 0,
    })
    .execute();
  await sumReview(app.db, resourceId);
  // A scan deletes the dirty marks of the changes it has seen.
  await app.db.deleteFrom('sensitive_scan_wishes').where('resource_id', '=', resourceId).execute();
  return id;
}

/** A resource with one match, as a scan leaves it. */
export async function makeReview(
  app: TestApp,
  found: Found,
  { sentence = `Here is ${found.word} alone.`, ...wish }: ResourceWish & { sentence?: string } = {},
): Promise<{ id: string; hitId: string }> {
  const { id } = await makeResource(app, wish);
  const hitId = await insertHit(app, id, sentence, found);
  await scanned(app, id, { opened: 1, blockMatches: found.severity === 'block' ? 1 : 0 });
  return { id, hitId };
}

type Outcome = { opened?: number; reopened?: number; blockMatches?: number; vanished?: number; regraded?: number };

/** What a scan does after saving its matches. */
export async function scanned(app: TestApp, id: string, outcome: Outcome): Promise<void> {
  const { gate, reviews } = app.container.services;
  const { opened = 0, reopened = 0, blockMatches = 0, vanished = 0, regraded = 0 } = outcome;
  await app.db.transaction().execute(async (transaction) => {
    await sumReview(transaction, id);
    if (blockMatches > 0) await gate.block(transaction, null, id, 'Sensitive content was found');
    await reviews.afterScan(transaction, id, { opened, reopened, blockMatches, vanished, regraded, inRescan: false });
  });
}

export async function reviewOf(app: TestApp, id: string, as: Identity = app.admin): Promise<ReviewView> {
  const answer = await app.call(getReview, { params: { id } }, { as });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.message}`);
  return answer.data as OutputOf<typeof getReview>;
}

export async function stateOf(app: TestApp, id: string): Promise<string> {
  const row = await app.db.selectFrom('resources').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  return row.state;
}
