import { runStep } from '@lectern/contract/features/machine-work.ts';
import type { Reading } from '@lectern/contract/features/reading.ts';
import { checkReading, restoreReading, saveReading } from '@lectern/contract/features/reading-edit.ts';
import { getResource, updateResource } from '@lectern/contract/features/resource.ts';
import { editLine } from '@lectern/contract/text-edit/edit-line.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type MadeText, makeText, spokenLine } from '../../testing/text-rig.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** A transcript that is withheld because it may be in a different language than it was recognised in. */
async function makeWithheld(): Promise<MadeText> {
  const text = await makeText(test, { parts: [['plants turn sunlight', 'into sugar']] });
  const ofText = test.db.updateTable('readings').set({ language_doubt: true, needs_check: true });
  await ofText.where('id', '=', text.readingId).execute();
  await test.db.deleteFrom('passages').where('reading_id', '=', text.readingId).execute();
  return text;
}

const spokenIn = async ({ id }: MadeText) => {
  const found = test.db.selectFrom('passages').select('text').where('resource_id', '=', id);
  return (await found.where('source', '=', 'speech').orderBy('position').execute()).map(({ text }) => text);
};
const workOn = ({ rowId }: MadeText) =>
  test.db.selectFrom('jobs').select(['state', 'options', 'check_state']).where('id', '=', rowId).executeTakeFirst();

function edit(text: MadeText, wording: string, checked: boolean) {
  const params = { id: text.id, source: text.source };
  const lines = [editLine(spokenLine('plants turn sunlight', 0), wording), spokenLine('into sugar', 10_000)];
  const body = { baseId: text.readingId, draftVersion: null, parts: [{ number: 1, lines }], checked };
  return test.call(saveReading, { params, body }, { as: test.admin });
}

async function setLanguage({ id }: MadeText, language: 'en' | 'fr' | null): Promise<void> {
  const { data } = await test.call(getResource, { params: { id } }, { as: test.admin });
  const body = { language, version: data.version };
  expect((await test.call(updateResource, { params: { id }, body }, { as: test.admin })).http).toBe(200);
}

describe('a transcript that may be in another language', () => {
  it('is searchable only after someone checked the edits', async () => {
    const text = await makeWithheld();
    const unchecked = await edit(text, 'plants use sunlight', false);
    expect(unchecked.data).toMatchObject({ origin: 'edited', withheld: true });
    expect(await spokenIn(text)).toEqual([]);
    expect(await workOn(text)).toMatchObject({ check_state: 'needs_check' });
    const checked = await edit({ ...text, readingId: unchecked.data.id }, 'plants need sunlight', true);
    expect(checked.data).toMatchObject({ withheld: false });
    expect(await spokenIn(text)).toEqual(['plants need sunlight', 'into sugar']);
  });

  it('is withheld again when an unchecked version is restored', async () => {
    const text = await makeWithheld();
    const checked = await edit(text, 'plants need sunlight', true);
    const params = { id: text.id, source: text.source, readingId: text.readingId };
    const restored = await test.call(restoreReading, { params, body: { baseId: checked.data.id } }, { as: test.admin });
    expect(restored.data).toMatchObject({ origin: 'machine', withheld: true } satisfies Partial<Reading>);
    expect(await spokenIn(text)).toEqual([]);
  });

  it('is found as soon as someone says that it is right, and not any more when they take that back', async () => {
    const text = await makeWithheld();
    const params = { id: text.id, source: text.source };
    const check = (checked: boolean) =>
      test.call(checkReading, { params, body: { readingId: text.readingId, checked } }, { as: test.admin });
    expect((await check(true)).data.withheld).toBe(false);
    expect(await spokenIn(text)).toEqual(['plants turn sunlight', 'into sugar']);
    expect((await check(false)).data.withheld).toBe(true);
    expect(await spokenIn(text)).toEqual([]);
  });
});

describe('a change of a resource’s language', () => {
  it('recognises its speech again, in that language and no longer in one that was chosen for a run', async () => {
    const text = await makeText(test, {});
    await test.db.updateTable('jobs').set({ options: '{"language":"en"}' }).where('id', '=', text.rowId).execute();
    await setLanguage(text, 'fr');
    expect(await workOn(text)).toMatchObject({ state: 'queued', options: {} });
    const activities = test.db.selectFrom('activities').select('after').where('object_id', '=', text.id);
    expect(await activities.where('action', '=', 'work.run').execute()).toEqual([
      { after: { step: 'asr', language: 'fr' } },
    ]);
  });

  it('leaves a text alone that people edited, or that is in this language already', async () => {
    const same = await makeText(test, {});
    await setLanguage(same, 'en');
    expect(await workOn(same)).toMatchObject({ state: 'done' });
    const edited = await makeText(test, { parts: [['plants turn sunlight', 'into sugar']] });
    await edit(edited, 'plants need sunlight', false);
    await setLanguage(edited, 'fr');
    expect(await workOn(edited)).toMatchObject({ state: 'done' });
    expect(await spokenIn(edited)).toEqual(['plants need sunlight', 'into sugar']);
  });

  it('doesn’t restart a stopped step, which runs in the new language on request', async () => {
    const text = await makeText(test, {});
    await test.db.updateTable('jobs').set({ state: 'cancelled' }).where('id', '=', text.rowId).execute();
    await setLanguage(text, 'fr');
    expect(await workOn(text)).toMatchObject({ state: 'cancelled' });
    const params = { id: text.id, kind: 'asr' as const };
    expect((await test.call(runStep, { params, body: { options: {} } }, { as: test.admin })).http).toBe(202);
  });
});
