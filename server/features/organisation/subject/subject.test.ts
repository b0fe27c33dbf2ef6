import { createCourse } from '@lectern/contract/features/course.ts';
import { getOperation, startOperation, undoOperation } from '@lectern/contract/features/operation.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import {
  createSubject,
  exportSubjects,
  getSubject,
  getSubjectTree,
  listSubjectRows,
  moveSubject,
  previewSubjectMerge,
  subjectImportEndpoints,
  updateSubject,
} from '@lectern/contract/features/subject-management.ts';
import type { ImportFile } from '@lectern/contract/import/define-import.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { insertTestResource } from '../../../testing/insert-resource.ts';
import { cookieHeader, startTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let serial = 0;

beforeAll(async () => {
  test = await startTestApp();
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function make(name: string, parentId: string | null = null) {
  serial += 1;
  const body = { code: `S${serial}`, name, parentId };
  return (await test.call(createSubject, { body }, { as: test.admin })).data;
}
const course = async (subjectId: string) => {
  serial += 1;
  const body = { name: 'Of it', code: `C${serial}`, subjectId };
  return (await test.call(createCourse, { body }, { as: test.admin })).data;
};
const get = async (id: string) => (await test.call(getSubject, { params: { id } }, { as: test.admin })).data;
async function act(action: string, ids: string[], input: Record<string, unknown> = {}) {
  const body = { list: 'courseSubject', action, selection: { ids }, input };
  const { data } = await test.call(startOperation, { body }, { as: test.admin });
  return ended(data.id);
}
const ended = (id: string) =>
  eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id } }, { as: test.admin });
    expect(data.state).toBe('done');
    return data;
  });
const undo = async (id: string) => {
  const { data } = await test.call(undoOperation, { params: { id } }, { as: test.admin });
  return ended(data.id);
};

describe('subjects', () => {
  it('form a manually ordered tree with counts that include children', async () => {
    const science = await make('Science');
    const [physics, chemistry] = [await make('Physics', science.id), await make('Chemistry', science.id)];
    await insertTestResource(test.db, { owner_id: test.admin.userId, title: 'R', subject_id: physics.id });
    await course(chemistry.id);
    const move = { parentId: science.id, beforeId: physics.id, version: chemistry.version };
    await test.call(moveSubject, { params: { id: chemistry.id }, body: move }, { as: test.admin });
    const tree = (await test.call(getSubjectTree, {}, { as: test.admin })).data;
    const names = tree.map((one) => one.name).filter((name) => ['Science', 'Physics', 'Chemistry'].includes(name));
    expect(names).toEqual(['Science', 'Chemistry', 'Physics']);
    const counts = { subjects: 2, courses: 0, coursesBelow: 1, resourcesBelow: 1 };
    expect(await get(science.id)).toMatchObject(counts);
    expect(tree.find((one) => one.id === science.id)).toMatchObject(counts);
    const under = { parentId: physics.id, beforeId: null, version: science.version };
    const answer = await test.call(moveSubject, { params: { id: science.id }, body: under }, { as: test.admin });
    expect(answer.failure.code).toBe('intoItself');
  });

  it('count only what the viewer may read, in the tree, the list and the detail', async () => {
    const subject = await make('Counted');
    const draft = { owner_id: test.admin.userId, title: 'R', subject_id: subject.id, state: 'draft' };
    await insertTestResource(test.db, draft);
    await course(subject.id);
    const reader = await test.identity({ roleId: 4, pages: ['/app/course/subject'] });
    for (const [as, count] of [
      [test.admin, 1],
      [reader, 0],
    ] as const) {
      const counts = { courses: count, coursesBelow: count, resources: count, resourcesBelow: count };
      const tree = (await test.call(getSubjectTree, {}, { as })).data;
      const list = (await test.call(listSubjectRows, { query: { code: subject.code } } as never, { as })).data.rows;
      const detail = (await test.call(getSubject, { params: { id: subject.id } }, { as })).data;
      for (const row of [...tree, ...list, detail].filter(({ id }) => id === subject.id))
        expect(row).toMatchObject(counts);
      expect(list).toHaveLength(1);
    }
  });

  it('have codes and colleges, and refuse conflicting changes', async () => {
    const law = await make('Law');
    const collegeId = await test.container.services.organisation.createCollege(await test.context(test.admin), {
      code: `L${serial}`,
      name: `College of law ${serial}`,
    });
    const params = { id: law.id };
    const body = { collegeIds: [collegeId], description: 'Rules', version: law.version };
    const changed = await test.call(updateSubject, { params, body }, { as: test.admin });
    expect(changed.data).toMatchObject({ colleges: [{ id: collegeId }], description: 'Rules' });
    expect((await test.call(updateSubject, { params, body }, { as: test.admin })).failure.code).toBe(
      'changedMeanwhile',
    );
    const twin = { code: law.code.toLowerCase(), name: 'Twin' };
    expect((await test.call(createSubject, { body: twin }, { as: test.admin })).failure.code).toBe('codeTaken');
  });

  it('are merged with everything in them, and come apart again', async () => {
    const [from, into] = [await make('Maths'), await make('Mathematics')];
    const child = await make('Algebra', from.id);
    const [taught, resource] = [
      await course(from.id),
      await insertTestResource(test.db, { owner_id: test.admin.userId, title: 'R', subject_id: from.id }),
    ];
    const preview = await test.call(
      previewSubjectMerge,
      { params: { id: from.id }, body: { intoId: into.id } },
      { as: test.admin },
    );
    expect(preview.data).toEqual({ subjects: 1, courses: 1, resources: 1 });
    const operation = await act('merge', [from.id], { intoId: into.id });
    expect(operation).toMatchObject({ done: 1 });
    expect(await get(into.id)).toMatchObject({ subjects: 1, courses: 1, resources: 1 });
    expect((await test.call(getSubject, { params: { id: from.id } }, { as: test.admin })).http).toBe(404);
    await undo(operation.id);
    expect(await get(from.id)).toMatchObject({ name: 'Maths', subjects: 1, courses: 1, resources: 1 });
    expect((await get(child.id)).parent?.id).toBe(from.id);
    expect([taught.id, resource]).toHaveLength(2);
  });

  it('go only when nothing is in them; disabled ones are not offered', async () => {
    const [full, empty] = [await make('Full'), await make('Empty')];
    await course(full.id);
    expect(await act('delete', [full.id, empty.id])).toMatchObject({ done: 1, skipped: 1 });
    await act('disable', [full.id]);
    const offered = (await test.call(listSubjects, {}, { as: test.admin })).data.map((one) => one.id);
    expect(offered).not.toContain(full.id);
    const body = { name: 'New', code: `N${serial}`, subjectId: full.id };
    expect((await test.call(createCourse, { body }, { as: test.admin })).http).toBe(422);
  });

  it('are for administrators to change', async () => {
    const reader = await test.identity({ roleId: 3, pages: ['/app/course/subject'] });
    const one = await make('Read only');
    expect((await test.call(getSubjectTree, {}, { as: reader })).http).toBe(200);
    const request = { params: { id: one.id }, body: { name: 'x', version: one.version } };
    expect((await test.call(updateSubject, request, { as: reader })).http).toBe(403);
  });

  it('come from a file, parents before children, and leave as one', async () => {
    const text = 'code,name,parent code\nIMP,Imported,\nIMP-1,Below,IMP\nIMP-2,Lost,NOWHERE\n';
    const response = await test.app.inject({
      method: 'POST',
      url: `/api${subjectImportEndpoints.upload.path}?name=subjects.csv`,
      headers: { authorization: `Bearer ${test.admin.token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.from(text),
    });
    const { id, mapping } = response.json<{ data: ImportFile }>().data;
    const checked = await test.call(
      subjectImportEndpoints.check,
      { params: { id }, body: { mapping } },
      { as: test.admin },
    );
    expect(checked.data.counts).toMatchObject({ new: 2, invalid: 1 });
    const run = await test.call(subjectImportEndpoints.run, { params: { id } }, { as: test.admin });
    await ended(run.data.id);
    const file = await test.app.inject({
      url: `/api${exportSubjects.path}`,
      query: { format: 'csv', columns: 'code,name,parentCode', search: 'IMP' },
      headers: { cookie: cookieHeader(test.admin.cookies) },
    });
    expect(file.body).toContain('IMP-1,Below,IMP');
  });
});
