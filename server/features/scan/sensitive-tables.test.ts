import { createHash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../platform/db/database.ts';
import type { SensitiveDecisions, SensitiveHits, SensitiveWords } from '../../platform/db/schema.ts';
import { newId } from '../../platform/new-id.ts';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { changeResource } from '../../testing/resource-rig.ts';
import { sumReview } from '../review/public.ts';
import type { Check } from '../verify/row-check.ts';
import { countChecks } from '../verify/run-checks.ts';

let db: Db;
let drop: () => Promise<void>;
let ownerId: string;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  ({ db } = openDatabase({ databaseUrl: database.databaseUrl, applicationName: 'test', poolSize: 4 }));
  ownerId = newId();
  await db.insertInto('users').values({ id: ownerId, account: 'owner', name: 'Owner', role_id: 4 }).execute();
});
beforeEach(async () => {
  await sql`truncate sensitive_words, sensitive_packs, sensitive_word_changes, sensitive_reviews cascade`.execute(db);
  await sql`delete from list_counts where list in ('sensitiveWord', 'review')`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

async function insertWord(wanted: Partial<Insertable<SensitiveWords>> = {}): Promise<string> {
  const id = newId();
  const values = { id, text: id, key: id, mode: 'contains', category: 'other', severity: 'review', ...wanted };
  await db.insertInto('sensitive_words').values(values).execute();
  return id;
}

async function insertHit(resourceId: string, wordId: string, wanted: Partial<Insertable<SensitiveHits>> = {}) {
  const { version_id } = await db
    .selectFrom('resources')
    .select('version_id')
    .where('id', '=', resourceId)
    .executeTakeFirstOrThrow();
  const id = newId();
  await db
    .insertInto('sensitive_hits')
    .values({
      id,
      resource_id: resourceId,
      version_id: version_id ?? '',
      word_id: wordId,
      source: 'document',
      position: 1,
      start_offset: 4,
      end_offset: 9,
      excerpt: 'the draft here',
      mark_start: 4,
      mark_end: 9,
      pass: 'strict',
      severity: 'review',
      fingerprint: createHash('sha256').update(id).digest(),
      occurrence: 0,
      ...wanted,
    })
    .execute();
  await sumReview(db, resourceId);
  return id;
}

function insertDecision(resourceId: string, wordId: string, wanted: Partial<Insertable<SensitiveDecisions>> = {}) {
  const id = newId();
  const fingerprint = createHash('sha256').update(id).digest();
  const values = {
    id,
    batch_id: id,
    resource_id: resourceId,
    word_id: wordId,
    fingerprint,
    decision: 'clear',
    ...wanted,
  };
  return db.insertInto('sensitive_decisions').values(values).returning('id').executeTakeFirstOrThrow();
}

const dictionary = async () =>
  (await db.selectFrom('sensitive_dictionary').select('version').executeTakeFirstOrThrow()).version;
const changes = () => db.selectFrom('sensitive_word_changes').selectAll().orderBy('id').execute();
const review = (id: string) =>
  db.selectFrom('sensitive_reviews').selectAll().where('resource_id', '=', id).executeTakeFirst();
const wordCounts = (id: string) =>
  db
    .selectFrom('sensitive_words')
    .select(['hits_30d', 'decided', 'confirmed', 'precision_percent'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const [recount] = countChecks;
const rollUp = () => sql`select roll_up_sensitive_words()`.execute(db);

async function tabs(list: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ tab: string; count: number }>`
    select tab, sum(delta)::int as count from list_counts where list = ${list} group by tab having sum(delta) <> 0
    order by tab`.execute(db);
  expect(await recount?.run({ db } as Parameters<Check['run']>[0])).toEqual({ count: 0, examples: [] });
  return Object.fromEntries(rows.map((row) => [row.tab, row.count]));
}

describe('the dictionary of sensitive words', () => {
  it('gets a new version, with before and after, by what can change a match and by nothing else', async () => {
    const start = await dictionary();
    const id = await insertWord({ text: 'draft' });
    await insertWord({ enabled: false });
    const word = (set: Record<string, unknown>) =>
      db.updateTable('sensitive_words').set(set).where('id', '=', id).execute();
    await word({ note: 'n', category: 'fraud', hits_30d: 3 });
    expect(await dictionary()).toBe(start + 1);
    await word({ severity: 'block' });
    await word({ enabled: false });
    await word({ severity: 'notice' });
    await word({ enabled: true });
    await word({ deleted_at: new Date() });
    expect(await dictionary()).toBe(start + 5);
    expect((await changes()).map(({ before, after }) => [severityOf(before), severityOf(after)])).toEqual([
      [null, 'review'],
      ['review', 'block'],
      ['block', null],
      [null, 'notice'],
      ['notice', null],
    ]);
  });

  it('notes one change for a whole pack that is switched', async () => {
    const packId = newId();
    await db.insertInto('sensitive_packs').values({ id: packId, name: 'Samples' }).execute();
    await insertWord({ pack_id: packId });
    await insertWord({ pack_id: packId });
    const start = await dictionary();
    await db.updateTable('sensitive_packs').set({ description: 'x', enabled: true }).execute();
    expect(await dictionary()).toBe(start);
    await db.updateTable('sensitive_packs').set({ enabled: false, updated_by: ownerId }).execute();
    expect(await dictionary()).toBe(start + 1);
    expect((await changes()).at(-1)).toMatchObject({ word_id: null, pack_id: packId, by: ownerId, version: start + 1 });
  });

  it('takes a word once for each way of matching, and again when it was deleted', async () => {
    const id = await insertWord({ key: 'draft' });
    await insertWord({ key: 'draft', mode: 'exact' });
    await expect(insertWord({ key: 'draft' })).rejects.toThrow('sensitive_words_key');
    await db.updateTable('sensitive_words').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    await insertWord({ key: 'draft' });
  });

  it('counts its tabs as words come, change and go', async () => {
    const ids = await Promise.all([insertWord(), insertWord({ severity: 'block' }), insertWord({ enabled: false })]);
    expect(await tabs('sensitiveWord')).toEqual({ all: 3, block: 1, disabled: 1, review: 2 });
    await db.updateTable('sensitive_words').set({ severity: 'notice', enabled: true }).execute();
    expect(await tabs('sensitiveWord')).toEqual({ all: 3, notice: 3 });
    const [first = '', second = ''] = ids;
    await db.updateTable('sensitive_words').set({ deleted_at: new Date() }).where('id', '=', first).execute();
    await db.deleteFrom('sensitive_words').where('id', '=', second).execute();
    expect(await tabs('sensitiveWord')).toEqual({ all: 1, notice: 1 });
  });
});

describe('the counts of a word', () => {
  it('count matches of 30 days and how often people agreed, without undone decisions', async () => {
    const wordId = await insertWord();
    const resourceId = await insertTestResource(db, { owner_id: ownerId, title: 'Counted' });
    await insertHit(resourceId, wordId);
    const vanished = await insertHit(resourceId, wordId);
    await insertHit(resourceId, wordId, { found_at: new Date(Date.now() - 40 * 86_400_000) });
    await db.deleteFrom('sensitive_hits').where('id', '=', vanished).execute();
    await rollUp();
    expect(await wordCounts(wordId)).toEqual({ hits_30d: 1, decided: 0, confirmed: 0, precision_percent: -1 });
    await insertDecision(resourceId, wordId);
    const second = await insertDecision(resourceId, wordId, { decision: 'mask' });
    const third = await insertDecision(resourceId, wordId, { decision: 'block' });
    await db.updateTable('sensitive_decisions').set({ superseded_by: third.id }).where('id', '=', second.id).execute();
    await rollUp();
    expect(await wordCounts(wordId)).toEqual({ hits_30d: 1, decided: 2, confirmed: 1, precision_percent: 50 });
    await db.updateTable('sensitive_decisions').set({ undone_at: new Date() }).where('id', '=', third.id).execute();
    await rollUp();
    expect(await wordCounts(wordId)).toEqual({ hits_30d: 1, decided: 1, confirmed: 0, precision_percent: 0 });
    const { rows } = await sql`select from sensitive_word_days`.execute(db);
    expect(rows.length).toBe(2);
  });

  it('hold one live decision on a word in a text', async () => {
    const wordId = await insertWord();
    const resourceId = await insertTestResource(db, { owner_id: ownerId, title: 'Decided' });
    const fingerprint = Buffer.from('same');
    await insertDecision(resourceId, wordId, { fingerprint, undone_at: new Date() });
    await insertDecision(resourceId, wordId, { fingerprint });
    await expect(insertDecision(resourceId, wordId, { fingerprint })).rejects.toThrow('sensitive_decisions_live');
  });
});

describe('the review of a resource', () => {
  it('opens with its first match and follows its matches', async () => {
    const [mild, grave] = [await insertWord({ text: 'mild' }), await insertWord({ text: 'grave' })];
    const id = await insertTestResource(db, { owner_id: ownerId, title: 'Reviewed', kind: 'audio' });
    await insertHit(id, mild, { severity: 'notice', source: 'title' });
    const worst = await insertHit(id, grave, { severity: 'block', position: 7 });
    expect(await review(id)).toMatchObject({
      state: 'open',
      severity: 'block',
      severity_rank: 3,
      open_hits: 2,
      hits: 2,
      sources: ['document', 'title'],
      first_word: 'grave',
      first_hit_id: worst,
      resource_kind: 'audio',
      owner_id: ownerId,
      live: true,
    });
    await db.updateTable('sensitive_hits').set({ state: 'cleared' }).where('id', '=', worst).execute();
    await sumReview(db, id);
    expect(await review(id)).toMatchObject({ severity: 'notice', open_hits: 1, hits: 2, first_word: 'mild' });
    await db.updateTable('sensitive_hits').set({ state: 'gone' }).where('resource_id', '=', id).execute();
    await sumReview(db, id);
    expect(await review(id)).toMatchObject({ severity: null, open_hits: 0, hits: 0, first_word: null, word_ids: [] });
  });

  it('is counted by its tab and department as long as its resource is not in the trash', async () => {
    const wordId = await insertWord();
    const id = await insertTestResource(db, { owner_id: ownerId, title: 'Counted' });
    await insertHit(id, wordId);
    expect(await tabs('review')).toEqual({ all: 1, open: 1 });
    const change = (state: string) => db.updateTable('sensitive_reviews').set({ state }).execute();
    await change('claimed');
    expect(await tabs('review')).toEqual({ all: 1, open: 1 });
    await change('masked');
    expect(await tabs('review')).toEqual({ all: 1, cleared: 1 });
    const move = (state: string) => changeResource(db, id, { state });
    await move('trashed');
    expect(await tabs('review')).toEqual({});
    await move('blocked');
    expect(await tabs('review')).toEqual({ all: 1, cleared: 1 });
  });

  it('leaves no text behind when its resource is deleted for good, only who decided what', async () => {
    const wordId = await insertWord();
    const id = await insertTestResource(db, { owner_id: ownerId, title: 'Purged' });
    await insertHit(id, wordId);
    await insertDecision(id, wordId, { excerpt: 'the draft here', by: ownerId });
    await changeResource(db, id, { state: 'purged' });
    expect(await review(id)).toBeUndefined();
    expect(await db.selectFrom('sensitive_hits').selectAll().where('resource_id', '=', id).execute()).toEqual([]);
    const kept = await db.selectFrom('sensitive_decisions').selectAll().where('resource_id', '=', id).execute();
    expect(kept).toMatchObject([{ decision: 'clear', by: ownerId, excerpt: null }]);
    expect(await tabs('review')).toEqual({});
  });
});

function severityOf(fields: unknown): unknown {
  return fields === null ? null : (fields as { severity: unknown }).severity;
}
