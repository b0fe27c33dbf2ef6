import {
  collegeImportEndpoints,
  exportColleges,
  listColleges,
  placeCollege,
} from '@lectern/contract/features/college.ts';
import {
  departmentImportEndpoints,
  exportDepartments,
  listDepartments,
} from '@lectern/contract/features/department.ts';
import { getOperation, undoOperation } from '@lectern/contract/features/operation.ts';
import { positionImportEndpoints } from '@lectern/contract/features/position.ts';
import type { ImportEndpoints, ImportFile } from '@lectern/contract/import/define-import.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function check(endpoints: ImportEndpoints, text: string, as: Identity = test.admin) {
  const response = await test.app.inject({
    method: 'POST',
    url: `/api${endpoints.upload.path}?name=units.csv`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(text),
  });
  const { id, mapping } = response.json<{ data: ImportFile }>().data;
  return (await test.call(endpoints.check, { params: { id }, body: { mapping } }, { as })).data;
}
const problemsOf = async (endpoints: ImportEndpoints, id: string) =>
  (await test.call(endpoints.listLines, { params: { id } }, { as: test.admin })).data.rows.map((row) =>
    row.problems.map((one) => one.code),
  );

async function ended(id: string) {
  return eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id } }, { as: test.admin });
    expect(data.state).toBe('done');
    return data;
  });
}
async function run(endpoints: ImportEndpoints, file: ImportFile) {
  const { data } = await test.call(endpoints.run, { params: { id: file.id } }, { as: test.admin });
  return ended(data.id);
}
async function csvOf(url: string, columns: string): Promise<string> {
  const query = { format: 'csv', columns };
  const headers = { cookie: cookieHeader(test.admin.cookies) };
  return (await test.app.inject({ method: 'GET', url: `/api${url}`, query, headers })).body;
}
const codes = async () => (await test.call(listColleges, {}, { as: test.admin })).data.rows.map((row) => row.code);

it('brings in colleges and departments with parents of the same file, says why others stay out, and undoes it', async () => {
  const colleges = await check(
    collegeImportEndpoints,
    'Code,Name,Short name,Contact\nART,Arts,A,Dean Wu\nSCI,Science,,\nart,Twice,,\n=X,Formula,,\n,Nameless,,\n',
  );
  expect(colleges.counts).toEqual({ new: 2, changed: 0, skipped: 0, invalid: 3, warned: 0 });
  expect(await problemsOf(collegeImportEndpoints, colleges.id)).toEqual([
    [],
    [],
    ['twice'],
    ['codeCharacters'],
    ['required'],
  ]);
  const operation = await run(collegeImportEndpoints, colleges);
  expect(operation).toMatchObject({ done: 2, skipped: 0, failed: 0 });
  expect(await codes()).toEqual(['ART', 'SCI']);

  const lines = [
    'Department code,Department,College code,Parent code,Head account',
    'MUS,Music,ART,,admin',
    'STR,Strings,,MUS,',
    'OPT,Optics,Science,MUS,',
    'BAD,Bad,NOPE,,',
    'LOST,Lost,,NOWHERE,',
    'HEAD,Head,ART,,nobody',
    'NONE,No college,,,',
  ];
  const departments = await check(departmentImportEndpoints, `${lines.join('\n')}\n`);
  expect(await problemsOf(departmentImportEndpoints, departments.id)).toEqual([
    [],
    [],
    [],
    ['unknownCollege'],
    ['unknownDepartment'],
    ['unknownPerson'],
    ['required'],
  ]);
  // Its parent is in another college, which is noticed only once the parent exists.
  expect(await run(departmentImportEndpoints, departments)).toMatchObject({ done: 2, skipped: 1, failed: 0 });
  const { rows } = (await test.call(listDepartments, {}, { as: test.admin })).data;
  expect(rows.map((row) => [row.code, row.college.code, row.parent?.code, row.head?.account])).toEqual([
    ['MUS', 'ART', undefined, 'admin'],
    ['STR', 'ART', 'MUS', undefined],
  ]);
  await test.call(undoOperation, { params: { id: operation.id } }, { as: test.admin });
  await eventually(async () => expect(await codes()).toEqual(['ART']));
});

it('re-imports its own export without changes, and never moves existing units', async () => {
  const again = await check(
    departmentImportEndpoints,
    await csvOf(exportDepartments.path, 'code,name,collegeCode,parentCode,headAccount,description'),
  );
  expect(again.counts).toEqual({ new: 0, changed: 0, skipped: 2, invalid: 0, warned: 0 });
  const moved = await check(departmentImportEndpoints, 'Code,Name,Parent\nMUS,Musik,STR\nSTR,Strings and bows,MUS\n');
  expect(await problemsOf(departmentImportEndpoints, moved.id)).toEqual([['placeNeedsMove'], []]);
  expect(await run(departmentImportEndpoints, moved)).toMatchObject({ done: 1 });
  expect(await csvOf(exportColleges.path, 'code,name,contact')).toContain('ART,Arts,Dean Wu');
});

it('makes positions by their words, and none that gives more than one has', async () => {
  const text =
    'Name,Role,Data scope\nReader,4,\nCurator,Recruitment specialist,College\nChief,1,\nWide,4,All\nOdd,9,\n';
  const asAdmin = await check(positionImportEndpoints, text);
  expect(asAdmin.counts).toEqual({ new: 3, changed: 0, skipped: 0, invalid: 2, warned: 0 });
  const administrator = await test.identity({ roleId: 2 });
  const asOther = await check(positionImportEndpoints, text, administrator);
  expect(asOther.counts).toEqual({ new: 1, changed: 0, skipped: 0, invalid: 4, warned: 0 });
  expect(await run(positionImportEndpoints, asAdmin)).toMatchObject({ done: 3 });
});

it('puts colleges in an order by hand', async () => {
  await run(collegeImportEndpoints, await check(collegeImportEndpoints, 'Code,Name\nLAW,Law\nMED,Medicine\n'));
  const { rows } = (await test.call(listColleges, {}, { as: test.admin })).data;
  const [first, , last] = rows;
  const place = { params: { id: last?.id ?? '' }, body: { beforeId: first?.id ?? '', version: last?.version ?? 0 } };
  expect((await test.call(placeCollege, place, { as: test.admin })).status).toBe(200);
  expect(await codes()).toEqual(['MED', 'ART', 'LAW']);
});
