import { randomUUID } from 'node:crypto';
import { getReading, type Reading, type ReadingLine } from '@lectern/contract/features/reading.ts';
import {
  checkReading,
  listReadingVersions,
  restoreReading,
  saveReading,
} from '@lectern/contract/features/reading-edit.ts';
import { editLine } from '@lectern/contract/text-edit/edit-line.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { insertHit, insertWord } from '../../testing/review-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { linesOf, type MadeText, makeText, spokenLine, textPages } from '../../testing/text-rig.ts';

let test: TestApp;
let editor: Identity;
let stranger: Identity;
let departmentId: string;
beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  departmentId = campus.physics;
  editor = await test.identity({ roleId: 3, pages: textPages, departmentId, name: 'Edith' });
  stranger = await test.identity({ roleId: 3, pages: textPages, departmentId: campus.history });
});
afterAll(() => test.close());

const make = (wish: Parameters<typeof makeText>[1] = {}) => makeText(test, { departmentId, ...wish });
type Body = Parameters<typeof test.call<typeof saveReading>>[1] extends infer R ? R : never;
const save = (text: MadeText, body: Partial<NonNullable<NonNullable<Body>['body']>>, as = editor) =>
  test.call(
    saveReading,
    {
      params: { id: text.id, source: text.source },
      body: { baseId: text.readingId, draftVersion: null, parts: [], ...body },
    },
    { as },
  );
const part = (...lines: ReadingLine[]) => [{ number: 1, lines }];
const versionsOf = async ({ id, source }: MadeText, as = editor) =>
  (await test.call(listReadingVersions, { params: { id, source } }, { as })).data;
const job = (text: MadeText) =>
  test.db
    .selectFrom('jobs')
    .select(['check_state', 'confidence'])
    .where('id', '=', text.rowId)
    .executeTakeFirstOrThrow();

describe('saving an edited text', () => {
  it('writes a new version with its author and leaves unchanged parts alone', async () => {
    const text = await make({ parts: [['one two three', 'four five?'], ['six']] });
    const line = spokenLine('one two three', 0);
    const { http, data } = await save(text, { parts: part({ ...editLine(line, 'one too three'), speaker: 'Ann' }) });
    expect(http).toBe(201);
    expect(data).toMatchObject({
      number: 2,
      origin: 'edited',
      current: true,
      doubtful: 0,
      parts: 2,
      createdBy: 'Edith',
    });
    expect(await linesOf(test, text)).toEqual(['one too three', 'six']);
    const { versions } = await versionsOf(text);
    expect(versions.map(({ number, origin, current }) => [number, origin, current])).toEqual([
      [2, 'edited', true],
      [1, 'machine', false],
    ]);
    const call = (readingId?: string) =>
      test.call(
        getReading,
        { params: { id: text.id, source: 'speech' }, query: { words: 'true', ...(readingId && { readingId }) } },
        { as: editor },
      );
    const [now] = (await call()).data.parts;
    expect(now?.lines[0]).toMatchObject({
      speaker: 'Ann',
      words: [{ startMs: 0 }, { text: 'too', confidence: null }, {}],
    });
    expect((await call(text.readingId)).data.parts[0]?.lines[0]?.text).toBe('one two three');
  });

  it('updates search, scans and the check state in the list immediately', async () => {
    const text = await make();
    await sql`delete from sensitive_scan_wishes`.execute(test.db);
    await save(text, { parts: part(spokenLine('entirely zebra', 0)) });
    const { rows } = await sql<{ text: string }>`
      select text from passages where resource_id = ${text.id} and source = 'speech'`.execute(test.db);
    expect(rows).toEqual([{ text: 'entirely zebra' }]);
    const wishes = await test.db.selectFrom('sensitive_scan_wishes').select('resource_id').execute();
    expect(wishes.map((wish) => wish.resource_id)).toContain(text.id);
    expect(await job(text)).toMatchObject({ check_state: null });
    const second = await make();
    await save(second, { parts: part(spokenLine('so? doubtful?', 0)), checked: true });
    expect(await job(second)).toMatchObject({ check_state: 'checked' });
  });

  it('counts as low confidence exactly while it needs a check, even for a few uncertain words among certain ones', async () => {
    const isLow = async ({ id }: { id: string }) =>
      (await test.db.selectFrom('resources').select('low_confidence').where('id', '=', id).executeTakeFirstOrThrow())
        .low_confidence;
    const text = await make();
    expect(await isLow(text)).toBe(true);
    await save(text, { parts: part(spokenLine('all of it is sure', 0)) });
    expect([await isLow(text), (await job(text)).check_state]).toEqual([false, null]);
    const second = await make();
    await save(second, { parts: part(spokenLine('so? it is', 0)) });
    expect([await isLow(second), (await job(second)).check_state]).toEqual([true, 'needs_check']);
  });

  it('is refused if someone else saved first, and keeps theirs', async () => {
    const text = await make();
    await save(text, { parts: part(spokenLine('first', 0)) });
    const late = await save(text, { parts: part(spokenLine('second', 0)) });
    expect(late.failure).toMatchObject({ status: 409, code: 'changedMeanwhile' });
    expect(await linesOf(test, text)).toEqual(['first']);
  });

  it('gives the version to exactly one of two simultaneous saves', async () => {
    const text = await make();
    const answers = await Promise.all(['a', 'b'].map((word) => save(text, { parts: part(spokenLine(word, 0)) })));
    expect(answers.map(({ http }) => http).toSorted()).toEqual([201, 409]);
    expect((await versionsOf(text)).versions).toHaveLength(2);
  });

  it('writes no version without changes, whatever the order of the fields', async () => {
    const text = await make();
    const { data } = await save(text, {
      parts: part(spokenLine('one two three', 0), spokenLine('four five?', 10_000)),
    });
    expect(data).toMatchObject({ number: 1, origin: 'machine' });
    expect((await save(text, { checked: true })).data).toMatchObject({ number: 1, checkedBy: 'Edith' });
  });

  it('corrects words that don’t match their line', async () => {
    const text = await make();
    await save(text, { parts: part({ ...spokenLine('one two three', 0), text: 'one 2 three' }) });
    const { rows } = await sql<{ words: string[] }>`
      select array(select jsonb_array_elements(content #> '{lines,0,words}') ->> 'text') as words from reading_parts
      join readings on readings.id = reading_id where resource_id = ${text.id} and current`.execute(test.db);
    expect(rows[0]?.words).toEqual(['one', '2', 'three']);
  });

  it('refuses unknown parts, times that run backwards, boxes outside the page and oversized text', async () => {
    const text = await make();
    const refused = async (lines: unknown[], number = 1) =>
      (await save(text, { parts: [{ number, lines: lines as ReadingLine[] }] })).failure;
    const line = { text: 'x', confidence: null };
    expect(await refused([line], 7)).toMatchObject({
      ...{ status: 422, message: expect.stringContaining('Part 7 isn’t in the version') },
    });
    expect(await refused([{ ...line, startMs: 5, endMs: 4 }])).toMatchObject({ status: 422 });
    expect(await refused([{ ...line, startMs: 5 }])).toMatchObject({ status: 422 });
    expect(await refused([{ ...line, box: [0, 0, 5, 1] }])).toMatchObject({ status: 422 });
    expect(await refused([{ ...line, confidence: 2 }])).toMatchObject({ status: 422 });
    expect(await refused([{ ...line, text: 'x'.repeat(10_001) }])).toMatchObject({ status: 422 });
    expect(await refused([{ ...line, colour: 'red' }])).toMatchObject({ status: 422 });
    expect(await refused([{ ...line, speaker: 'x'.repeat(81) }])).toMatchObject({ status: 422 });
    const huge = Array.from({ length: 250 }, () => ({ ...line, text: 'x'.repeat(9_000) }));
    expect(await refused(huge)).toMatchObject({ status: 413 });
    expect((await versionsOf(text)).versions).toHaveLength(1);
  });

  it('is limited to people who can edit the resource', async () => {
    const text = await make();
    const parts = part(spokenLine('mine', 0));
    expect((await save(text, { parts }, stranger)).failure.code).toBe('notFound');
    const reader = await test.identity({ roleId: 4, pages: textPages, departmentId });
    expect(['notFound', 'notYours']).toContain((await save(text, { parts }, reader)).failure.code);
    const elsewhere = await test.identity({ roleId: 3, pages: ['/app/data/convert'], departmentId });
    expect((await save(text, { parts }, elsewhere)).failure.code).toBe('pageForbidden');
    const trashed = await make({ state: 'trashed' });
    expect((await save(trashed, { parts })).failure.code).toBe('inTrash');
    const other = await make({ source: 'ocr' });
    expect((await save({ ...other, source: 'speech' }, { parts })).failure.code).toBe('notFound');
    expect((await versionsOf(text)).mayEdit).toBe(true);
  });

  it('is refused to people who see redacted parts, so redactions never replace words', async () => {
    const owner = await test.identity({ roleId: 4, pages: [...textPages, '/app/home/my'], departmentId });
    const text = await make({ owner, parts: [['a secret word']] });
    const found = { wordId: await insertWord(test, 'secret'), word: 'secret' };
    const hitId = await insertHit(test, text.id, 'a secret word', found);
    await sql`insert into sensitive_masks (hit_id, resource_id, source, position, start_offset, end_offset)
      values (${hitId}, ${text.id}, 'speech', 1, 2, 8)`.execute(test.db);
    const answer = await save(text, { parts: part(spokenLine('a ■■■■■■ word', 0)) }, owner);
    expect(answer.failure).toMatchObject({ status: 403, code: 'coveredForYou' });
    expect(await versionsOf(text, owner)).toMatchObject({ mayEdit: false, draft: null });
  });
});

describe('versions of a text', () => {
  const restore = (text: MadeText, readingId: string, baseId: string, as = editor) =>
    test.call(restoreReading, { params: { id: text.id, source: text.source, readingId }, body: { baseId } }, { as });

  it('restores an older one as a new version, and search finds its words again', async () => {
    const text = await make();
    const { data: edited } = await save(text, { parts: part(spokenLine('edited', 0)) });
    const { http, data } = await restore(text, text.readingId, edited.id);
    expect(http).toBe(201);
    expect(data).toMatchObject({ number: 3, origin: 'machine', engine: 'tester 1', options: { restored: 1 } });
    expect(await linesOf(test, text)).toEqual(['one two three', 'four five?']);
    const { rows } = await sql<{ text: string }>`
      select text from passages where resource_id = ${text.id} and source = 'speech' order by position`.execute(
      test.db,
    );
    expect(rows.map((row) => row.text)).toEqual(['one two three', 'four five?']);
  });

  it('refuses to restore the current one, one of another text, or over someone else’s save', async () => {
    const [text, other] = [await make(), await make()];
    expect((await restore(text, text.readingId, text.readingId)).failure.code).toBe('illegalMove');
    expect((await restore(text, other.readingId, text.readingId)).failure.code).toBe('notFound');
    const { data } = await save(text, { parts: part(spokenLine('edited', 0)) });
    expect((await restore(text, data.id, text.readingId)).failure.code).toBe('changedMeanwhile');
    expect((await restore(text, text.readingId, data.id, stranger)).failure.code).toBe('notFound');
  });

  it('can be marked as checked and unmarked, in the reading and in the job list', async () => {
    const text = await make();
    const check = (readingId: string, checked: boolean, as = editor) =>
      test.call(checkReading, { params: { id: text.id, source: text.source }, body: { readingId, checked } }, { as });
    const { data } = await check(text.readingId, true);
    expect(data as Reading).toMatchObject({ checkedBy: 'Edith' });
    expect(await job(text)).toMatchObject({ check_state: 'checked' });
    expect((await check(text.readingId, false)).data.checkedAt).toBeNull();
    expect(await job(text)).toMatchObject({ check_state: 'needs_check' });
    expect((await check(randomUUID(), true)).failure.code).toBe('changedMeanwhile');
    expect((await check(text.readingId, true, stranger)).failure.code).toBe('notFound');
  });
});
