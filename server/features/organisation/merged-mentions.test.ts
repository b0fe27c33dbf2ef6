import { randomUUID } from 'node:crypto';
import { createColumn, listColumns, updateColumn } from '@lectern/contract/features/column.ts';
import { moveDepartment } from '@lectern/contract/features/department.ts';
import { createListView, getListSetup, updateListView } from '@lectern/contract/features/list-view.ts';
import { createMail, getMail, newMail } from '@lectern/contract/features/mail.ts';
import { createTask } from '@lectern/contract/features/task.ts';
import { listTaskRules, saveTaskRoutes } from '@lectern/contract/features/task-rule.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { unitRig } from '../../testing/unit-rig.ts';

let test: TestApp;
const units: Record<string, string> = {};
const unit = (name: string): string => units[name] ?? '';
const as = () => ({ as: test.admin });

beforeAll(async () => {
  test = await startTestApp();
  const context = await test.context(test.admin);
  const { organisation } = test.container.services;
  for (const name of ['arts', 'science']) units[name] = await organisation.createCollege(context, { code: name, name });
  for (const name of ['music', 'dance', 'drama']) {
    units[name] = await organisation.createDepartment(context, { collegeId: unit('arts'), code: name, name });
  }
  for (const name of ['Reader', 'Lecturer']) {
    units[name] = await organisation.createPosition(context, { name, roleId: 3 });
  }
});
afterAll(() => test.close());

const saveView = async (name: string, list: string, fields: Record<string, string>) => {
  const body = { name, query: new URLSearchParams(fields).toString(), columns: null, shared: true };
  return (await test.call(createListView, { params: { list }, body }, as())).data.id;
};
const viewOf = async (list: string, id: string) => {
  const { views } = (await test.call(getListSetup, { params: { list } }, as())).data;
  return Object.fromEntries(new URLSearchParams(views.find((view) => view.id === id)?.query));
};
const columnOf = async (id: string) => (await test.call(listColumns, {}, as())).data.find((one) => one.id === id);
const columnBy = async (name: string, fields: Record<string, string>) => {
  const created = (await test.call(createColumn, { body: { parentId: null, name } }, as())).data;
  const body = { mode: 'rule', rule: new URLSearchParams(fields).toString(), version: created.version } as const;
  const answer = await test.call(updateColumn, { params: { id: created.id }, body }, as());
  expect(answer.status).toBe(200);
  return created.id;
};
const routesOf = async (kind: string) => {
  const rules = (await test.call(listTaskRules, {}, as())).data;
  return rules
    .find((rule) => rule.kind === kind)
    ?.routes.map(({ college, position, person }) => ({
      college: college?.name,
      who: (position ?? person)?.name,
    }));
};
const saveRoutes = (kind: 'jobFailed' | 'textDoubtful', routes: { collegeId: string; positionId: string }[]) =>
  test.call(
    saveTaskRoutes,
    { params: { kind }, body: { routes: routes.map((route) => ({ ...route, userId: null })) } },
    as(),
  );

it('a merged department is named by its successor in views, rules of columns, mails and to-dos, and Undo puts it back', async () => {
  const { rig, from, to } = { rig: unitRig(test, 'department'), from: unit('music'), to: unit('dance') };
  const both = await saveView('Both', 'resource', { tab: 'video', department: `${from},${to}`, search: 'brass' });
  const people = await saveView('People', 'user', { department: `${unit('drama')},${from}` });
  const other = await saveView('Other', 'user', { department: unit('drama') });
  const column = await columnBy('Music', { department: from });
  const held = (await columnOf(column))?.version ?? 0;
  const draft = { ...newMail.parse({ subject: 'Concert' }), audience: { departments: [from] } };
  const mail = (await test.call(createMail, { body: draft }, as())).data.id;
  const task = (await test.call(createTask, { body: { title: 'Tune the piano' } }, as())).data.id;
  await test.db.updateTable('tasks').set({ department_id: from }).where('id', '=', task).execute();
  const mailTo = async () => (await test.call(getMail, { params: { id: mail } }, as())).data;
  const homeOf = async () =>
    (await test.db.selectFrom('tasks').select('department_id').where('id', '=', task).executeTakeFirst())
      ?.department_id;

  const outcome = await rig.carryOut('merge', from, { intoId: to });
  expect(await viewOf('resource', both)).toEqual({ tab: 'video', department: to, search: 'brass' });
  expect(await viewOf('user', people)).toEqual({ department: `${unit('drama')},${to}` });
  expect(await viewOf('user', other)).toEqual({ department: unit('drama') });
  expect(await columnOf(column)).toMatchObject({ rule: `department=${to}`, version: held + 1 });
  expect(await mailTo()).toMatchObject({ audience: { departments: [to] }, audienceNames: ['dance'] });
  expect(await homeOf()).toBe(to);

  await rig.undo('merge', from, outcome);
  expect(await viewOf('resource', both)).toEqual({ tab: 'video', department: `${from},${to}`, search: 'brass' });
  expect(await viewOf('user', people)).toEqual({ department: `${unit('drama')},${from}` });
  expect(await columnOf(column)).toMatchObject({ rule: `department=${from}` });
  expect(await mailTo()).toMatchObject({ audience: { departments: [from] }, audienceNames: ['music'] });
  expect(await homeOf()).toBe(from);
});

it('Undo skips what someone changed since', async () => {
  const { rig, from, to } = { rig: unitRig(test, 'department'), from: unit('drama'), to: unit('dance') };
  const changed = await saveView('Changed', 'user', { department: from });
  const outcome = await rig.carryOut('merge', from, { intoId: to });
  const query = `department=${to}&search=new`;
  await test.call(updateListView, { params: { id: changed }, body: { query } }, as());
  await rig.undo('merge', from, outcome);
  expect(await viewOf('user', changed)).toEqual({ department: to, search: 'new' });
});

it('routes of a merged college go along unless its successor has one; all come back with Undo', async () => {
  const { rig, from, to } = { rig: unitRig(test, 'college'), from: unit('science'), to: unit('arts') };
  const [reader, lecturer] = [unit('Reader'), unit('Lecturer')];
  await saveRoutes('jobFailed', [
    { collegeId: from, positionId: reader },
    { collegeId: to, positionId: lecturer },
  ]);
  await saveRoutes('textDoubtful', [{ collegeId: from, positionId: reader }]);
  const view = await saveView('Scientists', 'user', { college: from });
  const outcome = await rig.carryOut('merge', from, { intoId: to });
  expect(await routesOf('jobFailed')).toEqual([{ college: 'arts', who: 'Lecturer' }]);
  expect(await routesOf('textDoubtful')).toEqual([{ college: 'arts', who: 'Reader' }]);
  expect(await viewOf('user', view)).toEqual({ college: to });
  await rig.undo('merge', from, outcome);
  expect(await routesOf('jobFailed')).toEqual([
    { college: 'arts', who: 'Lecturer' },
    { college: 'science', who: 'Reader' },
  ]);
  expect(await routesOf('textDoubtful')).toEqual([{ college: 'science', who: 'Reader' }]);
  expect(await viewOf('user', view)).toEqual({ college: from });
});

it('a merged position is named by its successor in views and routes, with Undo', async () => {
  const { rig, from, to } = { rig: unitRig(test, 'position'), from: unit('Reader'), to: unit('Lecturer') };
  const view = await saveView('Readers', 'user', { position: from });
  const outcome = await rig.carryOut('merge', from, { intoId: to });
  expect(await viewOf('user', view)).toEqual({ position: to });
  expect(await routesOf('textDoubtful')).toEqual([{ college: 'science', who: 'Lecturer' }]);
  await rig.undo('merge', from, outcome);
  expect(await viewOf('user', view)).toEqual({ position: from });
  expect(await routesOf('textDoubtful')).toEqual([{ college: 'science', who: 'Reader' }]);
});

it('a merge that is refused renames nothing', async () => {
  const view = await saveView('Kept', 'user', { department: unit('music') });
  await expect(
    unitRig(test, 'department').carryOut('merge', unit('music'), { intoId: unit('music') }),
  ).rejects.toMatchObject({ code: 'intoItself' });
  expect(await viewOf('user', view)).toEqual({ department: unit('music') });
});

it('courses go along with their department into another college, by a merge and by a move, and come back', async () => {
  const context = await test.context(test.admin);
  const { organisation } = test.container.services;
  const rig = unitRig(test, 'department');
  const [arts, science] = [unit('arts'), unit('science')];
  const inArts = (name: string, parentId?: string) =>
    organisation.createDepartment(context, { collegeId: arts, code: name, name, ...(parentId && { parentId }) });
  const [opera, ballet] = [await inArts('opera'), await inArts('ballet')];
  const chorus = await inArts('chorus', opera);
  const optics = await organisation.createDepartment(context, { collegeId: science, code: 'optics', name: 'optics' });
  const courseOf = async (departmentId: string, collegeId: string) => {
    const id = randomUUID();
    const owner = { owner_id: test.admin.userId, college_id: collegeId, department_id: departmentId };
    await test.db
      .insertInto('courses')
      .values({ id, name: 'Course', code: id, ...owner })
      .execute();
    return id;
  };
  const own = await courseOf(opera, arts);
  const below = await courseOf(chorus, arts);
  const elsewhere = await courseOf(opera, science);
  const collegeOf = async (id: string) =>
    (await test.db.selectFrom('courses').select('college_id').where('id', '=', id).executeTakeFirst())?.college_id;
  const colleges = () => Promise.all([own, below, elsewhere].map(collegeOf));

  const outcome = await rig.carryOut('merge', opera, { intoId: optics });
  expect(await colleges()).toEqual([science, science, science]);
  await rig.undo('merge', opera, outcome);
  expect(await colleges()).toEqual([arts, arts, science]);

  const move = async (collegeId: string, parentId: string | null) => {
    const { version } = await test.db
      .selectFrom('departments')
      .select('version')
      .where('id', '=', opera)
      .executeTakeFirstOrThrow();
    const body = { collegeId, parentId, beforeId: null, version };
    expect((await test.call(moveDepartment, { params: { id: opera }, body }, as())).status).toBe(200);
  };
  await move(science, optics);
  expect(await colleges()).toEqual([science, science, science]);
  await move(arts, null);
  expect((await colleges()).slice(0, 2)).toEqual([arts, arts]);
  expect(await collegeOf(await courseOf(ballet, arts))).toBe(arts);
});

it('subjects of a merged college are of its successor, named once, and Undo puts them back', async () => {
  const context = await test.context(test.admin);
  const { organisation } = test.container.services;
  const [from, to] = await Promise.all(
    ['letters', 'humanities'].map((name) => organisation.createCollege(context, { code: name, name })),
  );
  const [one, both] = [randomUUID(), randomUUID()];
  for (const id of [one, both])
    await test.db
      .insertInto('subjects')
      .values({ id, code: id, name: id, path: `/${id}/` })
      .execute();
  const values = [
    { subject_id: one, college_id: from ?? '' },
    { subject_id: both, college_id: from ?? '' },
    { subject_id: both, college_id: to ?? '' },
  ];
  await test.db.insertInto('subject_colleges').values(values).execute();
  const collegesOf = async (id: string) => {
    const rows = await test.db
      .selectFrom('subject_colleges')
      .select('college_id')
      .where('subject_id', '=', id)
      .execute();
    return rows.map((row) => row.college_id).sort();
  };
  const rig = unitRig(test, 'college');
  const outcome = await rig.carryOut('merge', from ?? '', { intoId: to });
  expect([await collegesOf(one), await collegesOf(both)]).toEqual([[to], [to]]);
  await rig.undo('merge', from ?? '', outcome);
  expect([await collegesOf(one), await collegesOf(both)]).toEqual([[from], [from, to].sort()]);
});
