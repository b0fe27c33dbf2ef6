import { createGlossaryTerm, listGlossary, updateGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import {
  getOperation,
  listOperationItems,
  startOperation,
  undoOperation,
} from '@lectern/contract/features/operation.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { spokenLine, textPages } from '../../testing/text-rig.ts';
import { GlossaryService } from './glossary.service.ts';

let test: TestApp;
let editor: Identity;
let departmentId: string;
beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  departmentId = campus.physics;
  editor = await test.identity({ roleId: 3, pages: textPages, departmentId, name: 'Edith' });
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
  });
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

  it('changes a term as it was seen, and refuses bad input and missing rights', async () => {
    const { data: term } = await create({ wrong: 'jason', right: 'JSON' });
    const update = (body: Record<string, unknown>, as = editor) =>
      test.call(updateGlossaryTerm, { params: { id: term.id }, body: { version: term.version, ...body } }, { as });
    expect((await update({ note: 'files' })).data).toMatchObject({ note: 'files', version: 2 });
    expect((await update({ note: 'again' })).failure.code).toBe('changedMeanwhile');
    expect((await update({ version: 2, wrong: ' ' })).failure.status).toBe(422);
    expect((await create({ wrong: 'x'.repeat(201), right: 'y' })).failure.status).toBe(422);
    const reader = await test.identity({ roleId: 4, pages: textPages, departmentId });
    expect((await create({ wrong: 'a', right: 'b' }, reader)).failure.code).toBe('abilityMissing');
    const elsewhere = await test.identity({ roleId: 3, pages: ['/app/resource/info'], departmentId });
    expect((await create({ wrong: 'a', right: 'b' }, elsewhere)).failure.code).toBe('pageForbidden');
    for (const page of ['/app/handle/img', '/app/handle/subtitle']) {
      const other = await test.identity({ roleId: 3, pages: [page], departmentId });
      expect((await create({ wrong: `x ${page}`, right: 'b' }, other)).http).toBe(201);
    }
  });

  it('disables and deletes terms, and Undo restores them unless taken', async () => {
    const { data: kept } = await create({ wrong: 'sea sharp', right: 'C#' });
    const gone = await carryOut('glossary', 'delete', [kept.id]);
    expect(await undo(gone.id)).toMatchObject({ done: 1 });
    const { data: term } = await create({ wrong: 'pie thon', right: 'Python' });
    const off = await carryOut('glossary', 'disable', [term.id]);
    expect(off).toMatchObject({ done: 1 });
    const deleted = await carryOut('glossary', 'delete', [term.id]);
    expect((await create({ wrong: 'Pie Thon', right: 'other' })).http).toBe(201);
    expect(await undo(deleted.id)).toMatchObject({ items: [['skipped', expect.stringContaining('Pie Thon')]] });
    expect(await undo(off.id)).toMatchObject({ items: [['skipped', 'It has changed since.']] });
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
