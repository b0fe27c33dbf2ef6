import { getSummary, releaseSummaryLock, takeSummaryLock } from '@lectern/contract/features/summary.ts';
import { editSummary } from '@lectern/contract/features/summary-change.ts';
import {
  discardSummaryDraft,
  getSummaryDraft,
  listEvidence,
  putSummaryDraft,
  takeSummaryDraft,
  type UnsavedSummary,
} from '@lectern/contract/features/summary-draft.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus } from '../../testing/campus.ts';
import { insertHit, insertWord } from '../../testing/review-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeText } from '../../testing/text-rig.ts';

type Person = Identity & { window: string };
let test: TestApp;
let owner: Identity;
let anna: Person;
let ben: Person;
let reader: Person;
let outside: Person;

beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  const pages = ['/app/handle/ai'];
  const person = async (roleId: 3 | 4, name: string, departmentId = campus.physics): Promise<Person> => ({
    ...(await test.identity({ roleId, name, pages, departmentId })),
    window: newId(),
  });
  owner = await test.identity({ roleId: 4, pages, departmentId: campus.physics });
  anna = await person(3, 'Anna');
  ben = await person(3, 'Ben');
  reader = await person(4, 'Reader');
  outside = await person(3, 'Outside', campus.history);
});
afterAll(() => test.close());

const empty = { short: [], outline: [], keywords: [], chapters: [], questions: [] };
const typed = (...short: string[]): UnsavedSummary => ({ ...empty, short });
async function make(): Promise<string> {
  const { id, versionId } = await makeText(test, { kind: 'video', state: 'published', owner });
  await test.container.services.pipeline.plan(test.db, versionId);
  return id;
}

const put = (as: Person, id: string, version: number, content: UnsavedSummary, baseId = id) =>
  test.call(
    putSummaryDraft,
    { params: { id }, body: { baseId, window: as.window, version, parts: [{ number: 1, content }] } },
    { as },
  );
const get = async (as: Person, id: string) => (await test.call(getSummaryDraft, { params: { id } }, { as })).data;
const save = async (as: Person, id: string, draftVersion: number | null) => {
  const { version, summaryId: baseId } = (await test.call(getSummary, { params: { id } }, { as })).data;
  const content = typed('One two three.');
  return test.call(editSummary, { params: { id }, body: { baseId, version, content, draftVersion } }, { as });
};

/** Masks the first word of the second passage. */
async function mask(id: string): Promise<void> {
  const found = { wordId: await insertWord(test, newId()), word: 'four' };
  const hitId = await insertHit(test, id, 'four five?', found);
  await sql`insert into sensitive_masks (hit_id, resource_id, source, position, start_offset, end_offset)
    values (${hitId}, ${id}, 'speech', 2, 0, 4)`.execute(test.db);
}

describe('a draft of a summary', () => {
  it('keeps incomplete edits, is found again and is gone after saving', async () => {
    const id = await make();
    expect((await put(anna, id, 0, typed('Half a', ''))).data).toMatchObject({ version: 1, own: true });
    expect((await put(anna, id, 1, typed('Half a sentence', ''))).data.version).toBe(2);
    expect((await get(anna, id))?.parts[0]?.content.short).toEqual(['Half a sentence', '']);
    expect((await save(anna, id, 1)).failure.code).toBe('changedMeanwhile');
    expect((await save(anna, id, 2)).data).toMatchObject({ state: 'draft', origin: 'edited', number: 1 });
    expect(await get(anna, id)).toBeNull();
  });

  it('has an owner; someone else takes it over or discards it once they stop', async () => {
    const id = await make();
    const lock = { params: { id }, body: { window: anna.window } };
    await test.call(takeSummaryLock, lock, { as: anna });
    await put(anna, id, 0, typed('By Anna'));
    const over = { params: { id }, body: { window: ben.window, version: 1 } };
    expect((await put(ben, id, 1, typed('By Ben'))).failure.code).toBe('draftOfOther');
    expect((await test.call(takeSummaryDraft, over, { as: ben })).failure.code).toBe('editedByOther');
    await test.call(releaseSummaryLock, { params: { id }, query: { window: anna.window } }, { as: anna });
    expect((await test.call(takeSummaryDraft, over, { as: ben })).data).toMatchObject({ own: true, version: 2 });
    expect((await put(anna, id, 1, typed('Again'))).failure.code).toBe('draftOfOther');
    const query = { window: ben.window, version: 2 };
    await test.call(discardSummaryDraft, { params: { id }, query }, { as: ben });
    expect(await get(anna, id)).toBeNull();
  });

  it('needs edit access and starts from one of the versions', async () => {
    const id = await make();
    expect((await put(anna, id, 0, typed('Hers'), newId())).failure.code).toBe('notFound');
    await put(anna, id, 0, typed('Hers'));
    expect(await get(reader, id)).toBeNull();
    expect((await put(reader, id, 1, typed('His'))).http).toBe(403);
    expect((await put(outside, id, 1, typed('Theirs'))).http).toBe(404);
    expect((await put(anna, id, 1, typed('x'.repeat(1001)))).http).toBe(422);
  });
});

describe('the evidence of a summary', () => {
  it('shows the text at its places, redacted where masked', async () => {
    const id = await make();
    const at = (places: string) => test.call(listEvidence, { params: { id }, query: { at: places } }, { as: anna });
    const { data } = await at('speech.1,speech.2,ocr.9');
    expect(data.map(({ position, text }) => [position, text])).toEqual([
      [1, 'one two three'],
      [2, 'four five?'],
    ]);
    await mask(id);
    expect((await at('speech.2')).data[0]?.text).toBe('■■■■ five?');
    expect((await at('speech')).http).toBe(422);
  });

  it('keeps those from writing who do not see all of the summary', async () => {
    const id = await make();
    await mask(id);
    const movesOf = async () => (await test.call(getSummary, { params: { id } }, { as: anna })).data.moves;
    expect(await movesOf()).toContain('edit');
    const { version } = (await test.call(getSummary, { params: { id } }, { as: test.admin })).data;
    const body = { baseId: null, version, content: typed('It says four.') };
    await test.call(editSummary, { params: { id }, body }, { as: test.admin });
    expect(await movesOf()).not.toContain('edit');
    expect((await save(anna, id, null)).failure.code).toBe('coveredForYou');
    expect((await put(anna, id, 0, typed('Covered'))).failure.code).toBe('coveredForYou');
  });
});
