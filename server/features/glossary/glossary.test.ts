import { randomUUID } from 'node:crypto';
import {
  type ApplyGlossaryInput,
  createGlossaryTerm,
  listGlossary,
  previewGlossary,
  updateGlossaryTerm,
} from '@lectern/contract/features/glossary.ts';
import {
  getOperation,
  listOperationItems,
  startOperation,
  undoOperation,
} from '@lectern/contract/features/operation.ts';
import { takeReadingLock } from '@lectern/contract/features/reading-edit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { linesOf, type MadeText, makeText, spokenLine, textPages } from '../../testing/text-rig.ts';
import { GlossaryService } from './glossary.service.ts';

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
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

const create = (body: { wrong: string; right: string; language?: 'en' | 'zh'; wholeWord?: boolean }, as = editor) =>
  test.call(createGlossaryTerm, { body }, { as });

async function carryOut(list: string, action: string, ids: string[], input: Record<string, unknown> = {}) {
  const started = await test.call(
    startOperation,
    { body: { list, action, selection: { ids }, input } },
    { as: editor },
  );
  expect(started.status).toBe(202);
  return ended(started.data.id);
}
async function ended(id: string) {
  const operation = await eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id } }, { as: editor });
    expect(['done', 'failed']).toContain(data.state);
    return data;
  }, 60_000);
  const { data } = await test.call(listOperationItems, { params: { id } }, { as: editor });
  return { ...operation, items: data.rows.map(({ state, reason }) => [state, reason]) };
}
const undo = async (id: string) => ended((await test.call(undoOperation, { params: { id } }, { as: editor })).data.id);

describe('the glossary', () => {
  it('keeps terms, one of each spelling and language, and lists them', async () => {
    const { http, data } = await create({ wrong: 'Cooper Netties', right: 'Kubernetes' });
    expect(http).toBe(201);
    expect(data).toMatchObject({ wholeWord: true, enabled: true, language: null, createdBy: { name: 'Edith' } });
    expect((await create({ wrong: 'cooper netties', right: 'x' })).failure).toMatchObject({
      ...{ status: 409, code: 'termExists' },
    });
    expect((await create({ wrong: 'Cooper netties', right: 'x', language: 'zh' })).http).toBe(201);
    const { data: page } = await test.call(listGlossary, { query: { search: 'kubernetes' } }, { as: editor });
    expect(page.rows.map(({ right }) => right)).toEqual(['Kubernetes']);
    expect(page.tabs).toMatchObject({ all: { value: 2 }, disabled: { value: 0 } });
  });

  it('changes a term that was seen as it is, and refuses bad input and those who may not', async () => {
    const { data: term } = await create({ wrong: 'jason', right: 'JSON' });
    const update = (body: Record<string, unknown>, as = editor) =>
      test.call(updateGlossaryTerm, { params: { id: term.id }, body: { version: term.version, ...body } }, { as });
    expect((await update({ note: 'files' })).data).toMatchObject({ note: 'files', version: 2 });
    expect((await update({ note: 'again' })).failure.code).toBe('changedMeanwhile');
    expect((await update({ version: 2, wrong: ' ' })).failure.status).toBe(422);
    expect((await create({ wrong: 'x'.repeat(201), right: 'y' })).failure.status).toBe(422);
    const reader = await test.identity({ roleId: 4, pages: textPages, departmentId });
    expect((await create({ wrong: 'a', right: 'b' }, reader)).failure.code).toBe('abilityMissing');
    const elsewhere = await test.identity({ roleId: 3, pages: ['/app/handle/img'], departmentId });
    expect((await create({ wrong: 'a', right: 'b' }, elsewhere)).failure.code).toBe('pageForbidden');
  });

  it('switches terms off and deletes them, and takes that back where nobody stands in the way', async () => {
    const { data: kept } = await create({ wrong: 'sea sharp', right: 'C#' });
    const gone = await carryOut('glossary', 'delete', [kept.id]);
    expect(await undo(gone.id)).toMatchObject({ done: 1 });
    const { data: term } = await create({ wrong: 'pie thon', right: 'Python' });
    const off = await carryOut('glossary', 'disable', [term.id]);
    expect(off).toMatchObject({ done: 1 });
    const deleted = await carryOut('glossary', 'delete', [term.id]);
    expect((await create({ wrong: 'Pie Thon', right: 'other' })).http).toBe(201);
    expect(await undo(deleted.id)).toMatchObject({ items: [['skipped', expect.stringContaining('Pie Thon')]] });
    expect(await undo(off.id)).toMatchObject({ items: [['skipped', 'Changed by someone since.']] });
  });

  it('corrects what a machine heard: long terms first, whole words alone, in their language', async () => {
    await create({ wrong: 'new', right: 'NEW' });
    await create({ wrong: 'new ton', right: 'Newton' });
    await create({ wrong: 'gato', right: 'cat', language: 'zh' });
    const lines = [{ ...spokenLine('a new ton of renewed new gato', 0), suspects: ['tooFast' as const] }];
    const part = { number: 1, width: null, height: null, rotation: null, lines };
    const { parts, applied } = await new GlossaryService(test.db).correct(test.db, 'en', [part]);
    expect(parts[0]?.lines[0]).toMatchObject({ text: 'a Newton of renewed NEW gato', suspects: ['tooFast'] });
    expect(parts[0]?.lines[0]?.words?.[1]).toMatchObject({ text: 'Newton', startMs: 500, endMs: 1400 });
    expect(applied).toEqual([
      { wrong: 'new ton', right: 'Newton', count: 1 },
      { wrong: 'new', right: 'NEW', count: 1 },
    ]);
  });

  it('corrects subtitles over the end of a line, and keeps times and lines', async () => {
    await create({ wrong: 'coulomb law', right: 'Coulomb’s law' });
    await create({ wrong: '库仑定理', right: '库仑定律' });
    const cues = [
      { startMs: 0, endMs: 2000, text: '- Is this the Coulomb\nlaw?' },
      { startMs: 2500, endMs: 4000, text: '这是库仑\n定理吗' },
      { startMs: 5000, endMs: 6000, text: '- No.\n- Yes.' },
    ];
    const { cues: corrected, notes } = await new GlossaryService(test.db).correctCues(test.db, 'en', cues);
    expect(corrected).toEqual([
      { startMs: 0, endMs: 2000, text: '- Is this the Coulomb’s law?' },
      { startMs: 2500, endMs: 4000, text: '这是库仑定律吗' },
      cues[2],
    ]);
    expect(notes).toEqual([
      'Glossary: “coulomb law” became “Coulomb’s law” once.',
      'Glossary: “库仑定理” became “库仑定律” once.',
    ]);
  });
});

describe('applying a term to all transcripts', () => {
  const rule = { wrong: 'fermy', right: 'Fermi', wholeWord: true, language: null };
  const preview = async (as = editor, given: typeof rule = rule) =>
    (await test.call(previewGlossary, { body: { rule: given } }, { as })).data;
  const apply = (texts: MadeText[], input: Partial<ApplyGlossaryInput>) =>
    carryOut(
      'asr',
      'applyGlossary',
      texts.map(({ rowId }) => rowId),
      {
        ...{ rule, readingIds: texts.map(({ readingId }) => readingId), leaveOut: [], ...input },
      },
    );

  it('shows each occurrence with what stands around it, and changes nothing', async () => {
    const text = await makeText(test, { departmentId, title: 'Lecture', parts: [['of fermy energy'], ['Fermy gas']] });
    await makeText(test, { departmentId, parts: [['infermy and Fermi']] });
    const { occurrences, next } = await preview();
    expect(next).toBeNull();
    expect(occurrences).toMatchObject([
      { rowId: text.rowId, ordinal: 0, startMs: 0, before: 'of ', found: 'fermy', after: ' energy', right: 'Fermi' },
      { rowId: text.rowId, ordinal: 1, startMs: 600_000, before: '', found: 'Fermy', after: ' gas' },
    ]);
    expect((await preview(stranger)).occurrences).toEqual([]);
    expect((await preview(editor, { ...rule, language: 'zh' as never })).occurrences).toEqual([]);
    expect(await linesOf(test, text)).toEqual(['of fermy energy', 'Fermy gas']);
    const bad = await test.call(previewGlossary, { body: { rule, cursor: 'nonsense' } }, { as: editor });
    expect(bad.failure.status).toBe(422);
  });

  it('replaces what was chosen as a version of each, leaves the rest, and takes it back', async () => {
    const text = await makeText(test, { departmentId, parts: [['fermy one', 'fermy two']] });
    const none = await makeText(test, { departmentId, parts: [['nothing']] });
    const leaveOut = [{ readingId: text.readingId, ordinals: [0] }];
    const done = await apply([text, none], { leaveOut });
    expect(done).toMatchObject({ done: 1, skipped: 1 });
    expect(done.items).toContainEqual(['skipped', 'The term is not in it any more.']);
    expect(await linesOf(test, text)).toEqual(['fermy one', 'Fermi two']);
    expect(await undo(done.id)).toMatchObject({ done: 1 });
    expect(await linesOf(test, text)).toEqual(['fermy one', 'fermy two']);
  });

  it('skips texts that changed since the preview, are being edited, or are outside of the data scope', async () => {
    const [changed, busy] = [
      await makeText(test, { departmentId, parts: [['fermy']] }),
      await makeText(test, { departmentId, parts: [['fermy']] }),
    ];
    const outside = await makeText(test, { parts: [['fermy']] });
    await test.call(
      takeReadingLock,
      { params: { id: busy.id, source: 'speech' }, body: { window: randomUUID() } },
      { as: editor },
    );
    const done = await apply([changed, busy, outside], { readingIds: [busy.readingId, outside.readingId] });
    expect(done.items).toContainEqual(['skipped', 'Its text changed since the preview.']);
    expect(done.items).toContainEqual(['skipped', 'Edith is editing it.']);
    expect(done).toMatchObject({ done: 0 });
    for (const text of [changed, busy, outside]) expect(await linesOf(test, text)).toEqual(['fermy']);
  });

  it('takes nothing back that somebody changed after it', async () => {
    const text = await makeText(test, { departmentId, parts: [['fermy']] });
    const first = await apply([text], {});
    const again = await preview(editor, { ...rule, wrong: 'Fermi', right: 'Enrico' });
    const readingIds = again.occurrences.filter(({ rowId }) => rowId === text.rowId).map(({ readingId }) => readingId);
    await apply([text], { rule: { ...rule, wrong: 'Fermi', right: 'Enrico' }, readingIds });
    expect(await undo(first.id)).toMatchObject({ items: [['skipped', 'Changed by someone since.']] });
    expect(await linesOf(test, text)).toEqual(['Enrico']);
  });
});
