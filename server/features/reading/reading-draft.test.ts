import { randomUUID } from 'node:crypto';
import {
  discardReadingDraft,
  getReadingDraft,
  getReadingLock,
  listReadingVersions,
  putReadingDraft,
  releaseReadingLock,
  saveReading,
  takeReadingDraft,
  takeReadingLock,
} from '@lectern/contract/features/reading-edit.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { changeResource } from '../../testing/resource-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { linesOf, type MadeText, makeText, spokenLine, textPages } from '../../testing/text-rig.ts';

type Person = Identity & { window: string };
let test: TestApp;
let anna: Person;
let ben: Person;
let stranger: Identity;
let departmentId: string;
beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  departmentId = campus.physics;
  const person = async (name: string) => ({
    ...(await test.identity({ roleId: 3, pages: textPages, departmentId, name })),
    window: randomUUID(),
  });
  anna = await person('Anna');
  ben = await person('Ben');
  stranger = await test.identity({ roleId: 3, pages: textPages, departmentId: campus.history });
});
afterAll(() => test.close());

const make = (parts = [['one two'], ['three']]) => makeText(test, { departmentId, parts });
const paramsOf = ({ id, source }: MadeText) => ({ id, source });
const part = (number: number, text: string) => ({ number, lines: [spokenLine(text, (number - 1) * 600_000)] });
const put = (as: Person, text: MadeText, version: number, parts = [part(1, 'typed')], baseId = text.readingId) =>
  test.call(putReadingDraft, { params: paramsOf(text), body: { baseId, window: as.window, version, parts } }, { as });
const get = async (as: Identity, text: MadeText) =>
  (await test.call(getReadingDraft, { params: paramsOf(text) }, { as })).data;
const take = (as: Person, text: MadeText, version: number) =>
  test.call(takeReadingDraft, { params: paramsOf(text), body: { window: as.window, version } }, { as });
const discard = (as: Person, text: MadeText, version: number) =>
  test.call(discardReadingDraft, { params: paramsOf(text), query: { window: as.window, version } }, { as });
const lock = (as: Person, text: MadeText) =>
  test.call(takeReadingLock, { params: paramsOf(text), body: { window: as.window } }, { as });
const release = (as: Person, text: MadeText) =>
  test.call(releaseReadingLock, { params: paramsOf(text), query: { window: as.window } }, { as });
const save = (as: Person, text: MadeText, draftVersion: number | null, baseId = text.readingId) =>
  test.call(saveReading, { params: paramsOf(text), body: { baseId, draftVersion, parts: [] } }, { as });

describe('a draft', () => {
  it('merges changed parts and survives its window', async () => {
    const text = await make();
    await lock(anna, text);
    expect((await put(anna, text, 0, [part(1, 'first')])).data).toMatchObject({ version: 1, own: true });
    expect((await put(anna, text, 1, [part(2, 'second')])).data.version).toBe(2);
    await sql`update edit_locks set expires_at = now() - interval '1 second'`.execute(test.db);
    const found = await get(anna, text);
    expect(found?.draft).toMatchObject({ version: 2, baseId: text.readingId, by: { name: 'Anna' } });
    expect(found?.parts.map(({ lines }) => lines[0]?.text)).toEqual(['first', 'second']);
    expect(await linesOf(test, text)).toEqual(['one two', 'three']);
  });

  it('becomes a version when saved, and is gone', async () => {
    const text = await make();
    await put(anna, text, 0, [part(2, 'drafted')]);
    const { data } = await save(anna, text, 1);
    expect(data).toMatchObject({ number: 2, origin: 'edited' });
    expect(await linesOf(test, text)).toEqual(['one two', 'drafted']);
    expect(await get(anna, text)).toBeNull();
  });

  it('refuses a save that doesn’t know another window’s edits, and changes nothing', async () => {
    const text = await make();
    await put(anna, text, 0);
    await put(anna, text, 1);
    for (const known of [null, 1]) expect((await save(anna, text, known)).failure.code).toBe('changedMeanwhile');
    expect((await put(anna, text, 1)).failure).toMatchObject({ status: 409, code: 'changedMeanwhile' });
    expect((await get(anna, text))?.draft.version).toBe(2);
    expect((await save(anna, text, 2)).http).toBe(201);
  });

  it('shows who is editing, can be taken over after release, and loses nothing', async () => {
    const text = await make();
    await lock(anna, text);
    await put(anna, text, 0, [part(1, 'by Anna')]);
    expect((await lock(ben, text)).data).toMatchObject({ own: false, holder: { name: 'Anna' } });
    const busy = await take(ben, text, 1);
    expect(busy.failure).toMatchObject({ status: 409, code: 'editedByOther', message: 'Anna is editing this.' });
    expect((await put(ben, text, 0)).failure.code).toBe('draftOfOther');
    expect((await discard(ben, text, 1)).failure.code).toBe('editedByOther');
    await release(anna, text);
    expect((await lock(ben, text)).data).toMatchObject({ own: true });
    const { draft } = (await test.call(listReadingVersions, { params: paramsOf(text) }, { as: ben })).data;
    expect(draft).toMatchObject({ by: { name: 'Anna' }, own: false, version: 1 });
    expect((await get(ben, text))?.parts[0]?.lines[0]?.text).toBe('by Anna');
    expect((await put(ben, text, 1)).failure).toMatchObject({ status: 409, code: 'draftOfOther' });
    expect((await take(ben, text, 1)).data).toMatchObject({ own: true, by: { name: 'Ben' }, version: 2 });
    expect((await put(anna, text, 1)).failure.code).toBe('draftOfOther');
    await put(ben, text, 2, [part(2, 'by Ben')]);
    expect((await save(ben, text, 3)).http).toBe(201);
    expect(await linesOf(test, text)).toEqual(['by Anna', 'by Ben']);
  });

  it('accepts edits after its lock expired while someone else is viewing', async () => {
    const text = await make();
    await lock(anna, text);
    await put(anna, text, 0);
    await sql`update edit_locks set expires_at = now() - interval '1 second'`.execute(test.db);
    await lock(ben, text);
    expect((await put(anna, text, 1, [part(2, 'late')])).data.version).toBe(2);
    expect((await take(ben, text, 1)).failure.code).toBe('changedMeanwhile');
    expect((await take(ben, text, 2)).data.own).toBe(true);
  });

  it('can’t be started while someone else edits, or in a second window', async () => {
    const text = await make();
    await lock(anna, text);
    expect((await put(ben, text, 0)).failure.code).toBe('editedByOther');
    expect((await put({ ...anna, window: randomUUID() }, text, 0)).failure.code).toBe('editedByOther');
    expect(await get(anna, text)).toBeNull();
  });

  it('survives someone else’s save and is rebased onto it', async () => {
    const text = await make();
    await put(anna, text, 0, [part(1, 'Anna')]);
    const newer = await save(ben, text, null).then(() =>
      test.call(
        saveReading,
        { params: paramsOf(text), body: { baseId: text.readingId, draftVersion: null, parts: [part(2, 'Ben')] } },
        { as: ben },
      ),
    );
    expect(newer.data.number).toBe(2);
    expect((await save(anna, text, 1)).failure.code).toBe('changedMeanwhile');
    expect((await save(anna, text, 1, newer.data.id)).failure.code).toBe('changedMeanwhile');
    expect((await put(anna, text, 1, [part(1, 'both')], newer.data.id)).data.baseId).toBe(newer.data.id);
    expect((await save(anna, text, 2, newer.data.id)).http).toBe(201);
    expect(await linesOf(test, text)).toEqual(['both', 'Ben']);
  });

  it('is discarded by its owner, or by others when no one edits, exactly as seen', async () => {
    const text = await make();
    await put(anna, text, 0);
    expect((await discard(anna, text, 9)).failure.code).toBe('changedMeanwhile');
    expect((await discard(ben, text, 1)).http).toBe(200);
    expect(await get(anna, text)).toBeNull();
    expect((await discard(anna, text, 1)).failure.code).toBe('notFound');
    const { rows } = await sql<{ action: string }>`
      select action from activities where object_id = ${text.id} order by id desc limit 1`.execute(test.db);
    expect(rows[0]?.action).toBe('draft.discarded');
  });

  it('goes to one of two who start at the same moment', async () => {
    const text = await make();
    const answers = await Promise.all([put(anna, text, 0), put(ben, text, 0)]);
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409]);
  });

  it('accepts up to two megabytes at a time, and existing parts only', async () => {
    const text = await make();
    const lines = (count: number) =>
      Array.from({ length: count }, () => ({ text: 'x'.repeat(9000), confidence: null }));
    expect((await put(anna, text, 0, [{ number: 1, lines: lines(200) } as never])).http).toBe(200);
    expect((await put(anna, text, 1, [{ number: 1, lines: lines(240) } as never])).failure.status).toBe(413);
    expect((await put(anna, text, 1, [part(5, 'x')])).failure.status).toBe(422);
    expect((await put(anna, text, 1, [])).failure.status).toBe(422);
    expect((await put(anna, text, 1, [part(1, 'x')], randomUUID())).failure.code).toBe('notFound');
  });

  it('is hidden outside the data scope and deleted with the resource', async () => {
    const text = await make();
    await put(anna, text, 0);
    const calls = [
      test.call(getReadingDraft, { params: paramsOf(text) }, { as: stranger }),
      put({ ...stranger, window: randomUUID() }, text, 1),
      take({ ...stranger, window: randomUUID() }, text, 1),
      discard({ ...stranger, window: randomUUID() }, text, 1),
      test.call(getReadingLock, { params: paramsOf(text), query: { window: randomUUID() } }, { as: stranger }),
    ];
    for (const { failure } of await Promise.all(calls)) expect(failure.code).toBe('notFound');
    await changeResource(test.db, text.id, { state: 'purged' });
    const { rows } = await sql`select from text_drafts where object_id = ${text.id}`.execute(test.db);
    expect(rows).toHaveLength(0);
  });
});
