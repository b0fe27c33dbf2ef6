import { randomUUID } from 'node:crypto';
import { getOperation, listOperationItems, undoOperation } from '@lectern/contract/features/operation.ts';
import {
  checkUserImport,
  getUserImport,
  listUserImportLines,
  reportUserImport,
  runUserImport,
  uploadUserImport,
} from '@lectern/contract/features/user-import.ts';
import type { ImportFile, ImportMapping } from '@lectern/contract/import/define-import.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const page = '/app/system/systemAdmin';
let test: TestApp;
let department: { id: string; code: string };
let below: { id: string; code: string };

beforeAll(async () => {
  test = await startTestApp();
  const { organisation } = test.container.services;
  const context = await test.context(test.admin);
  const collegeId = await organisation.createCollege(context, { code: 'C1', name: 'Arts' });
  const make = async (code: string, parentId?: string) => ({
    code,
    id: await organisation.createDepartment(context, {
      collegeId,
      code,
      name: `Name of ${code}`,
      ...(parentId && { parentId }),
    }),
  });
  department = await make('D1');
  below = await make('D1-1', department.id);
  await make('D2');
  await organisation.createPosition(context, { name: 'Lecturer', roleId: 4 });
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

type Failure = { code?: string };

async function upload(bytes: string | Buffer, as: Identity = test.admin, headers: Record<string, string> = {}) {
  const response = await test.app.inject({
    method: 'POST',
    url: `/api${uploadUserImport.path}?name=people.csv`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream', ...headers },
    body: Buffer.from(bytes),
  });
  return { http: response.statusCode, ...response.json<{ data: ImportFile } & Failure>() };
}

const everything: ImportMapping = { account: 0, name: 1, email: 2, phone: 3, role: 4, department: 5, position: 6 };
const check = (id: string, as: Identity = test.admin, existing: 'update' | 'skip' = 'update', mapping = everything) =>
  test.call(checkUserImport, { params: { id }, body: { mapping, existing } }, { as });
const linesOf = async (id: string, as: Identity = test.admin) =>
  (await test.call(listUserImportLines, { params: { id } }, { as })).data.rows;
const heading = 'account,name,email,phone,role,department code,position';
const file = (...lines: string[]) => [heading, ...lines].join('\r\n');
const readUser = (account: string) =>
  test.db.selectFrom('users').selectAll().where('account', '=', account).executeTakeFirst();

async function checked(text: string, as?: Identity) {
  const { data } = await upload(text, as);
  const answer = await check(data.id, as);
  return { id: data.id, counts: answer.data.counts, lines: await linesOf(data.id, as) };
}

async function run(id: string, as: Identity = test.admin) {
  const { data } = await test.call(runUserImport, { params: { id } }, { as });
  return ended(data.id, as);
}

async function ended(operationId: string, as: Identity = test.admin) {
  return eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id: operationId } }, { as });
    expect(data.state).toBe('done');
    return data;
  });
}

describe('an uploaded file', () => {
  it('finds columns by their usual names in both languages and shows some of their values', async () => {
    const { http, data } = await upload('姓名;工号;备注\n李雷;li.lei;x\n韩梅梅;han;y');
    expect(http).toBe(201);
    expect(data).toMatchObject({
      rows: 2,
      format: 'csv',
      counts: null,
      mapping: { account: 1, name: 0, email: null },
      columns: [{ heading: '姓名', samples: ['李雷', '韩梅梅'] }, { heading: '工号' }, { heading: '备注' }],
    });
  });

  it('refuses files that aren’t tables, empty and oversized ones, and JSON', async () => {
    expect(await upload(Buffer.from('89504e470d0a1a0a0000', 'hex'))).toMatchObject({ http: 415, code: 'notATable' });
    expect(await upload(heading)).toMatchObject({ http: 422, code: 'tableEmpty' });
    expect(await upload('')).toMatchObject({ http: 422, code: 'tableEmpty' });
    expect(await upload(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).toMatchObject({ http: 413, code: 'requestTooLarge' });
    const json = { 'content-type': 'application/json' };
    expect(await upload('{"a":1}', test.admin, json)).toMatchObject({ http: 415, code: 'unsupportedMediaType' });
  });
});

describe('the dry run', () => {
  it('lists new, changed, skipped and invalid lines with reasons, and changes nothing', async () => {
    await test.identity({ roleId: 4 });
    const known = await test.identity({ roleId: 4, name: 'Known' });
    const count = () =>
      test.db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .execute();
    const before = await count();
    const { counts, lines } = await checked(
      file(
        'fresh.one,Fresh,fresh@example.edu,13800138000,User,d1,lecturer',
        `${known.account.toUpperCase()},Known Now,,,,D1-1,`,
        `${known.account},Known Again,,,,,`,
        'same,,,,,,',
        'bad name!,X,not-mail,,King,NOPE,Nobody',
        '',
        `${test.admin.account},,,,,,`,
      ),
    );
    expect(counts).toEqual({ new: 1, changed: 1, skipped: 1, invalid: 3, warned: 1 });
    expect(lines.map((line) => [line.line, line.verdict, ...line.problems.map((found) => found.code)])).toEqual([
      [2, 'new', 'opensNoPage'],
      [3, 'changed'],
      [4, 'invalid', 'twice'],
      [5, 'invalid', 'required'],
      [6, 'invalid', 'wrongCharacters', 'notAnEmail', 'unknownRole', 'unknownDepartment', 'unknownPosition'],
      [8, 'skipped', 'nothingToChange'],
    ]);
    expect(lines[1]?.changes).toEqual([
      { field: 'name', before: 'Known', after: 'Known Now' },
      { field: 'department', before: '', after: 'D1-1' },
    ]);
    expect(await count()).toEqual(before);
  });

  it('can leave existing people alone', async () => {
    const known = await test.identity({ roleId: 4 });
    const { data } = await upload(file(`${known.account},Other,,,,,`));
    expect((await check(data.id, test.admin, 'skip')).data.counts).toMatchObject({ skipped: 1, changed: 0 });
  });

  it('refuses a mapping of unknown fields, missing columns, or without the account', async () => {
    const { data } = await upload(file('a,b,,,,,'));
    const refused = async (mapping: ImportMapping) =>
      (await check(data.id, test.admin, 'update', mapping)).failure.code;
    expect(await refused({ ...everything, password_hash: 1 })).toBe('invalidInput');
    expect(await refused({ ...everything, constructor: 1 })).toBe('invalidInput');
    expect(await refused({ ...everything, phone: 7 })).toBe('invalidInput');
    expect(await refused({ name: 1 })).toBe('invalidInput');
  });

  it('judges by rank, scope and own rights', async () => {
    const editor = await test.identity({ roleId: 3, pages: [page], departmentId: department.id });
    const stranger = await test.identity({ roleId: 4 });
    const { lines } = await checked(
      file(
        'in.scope,In,,,,D1-1,',
        'out.scope,Out,,,,D2,',
        'nowhere,No,,,,,',
        'strong,Strong,,,Administrator,D1,',
        `${stranger.account},Mine now,,,,D1,`,
        `${editor.account},Me,,,User,,`,
        `${test.admin.account},Not so super,,,,,`,
      ),
      editor,
    );
    expect(lines.map((line) => [line.verdict, ...line.problems.map((found) => found.code)])).toEqual([
      ['new', 'opensNoPage'],
      ['invalid', 'outOfScope'],
      ['invalid', 'outOfScope'],
      ['invalid', 'morePower'],
      ['invalid', 'outOfScope'],
      ['invalid', 'oneself'],
      ['invalid', 'outOfScope'],
    ]);
  });
});

describe('the run', () => {
  it('carries out new and changed lines as an operation, with a report, and Undo puts everything back', async () => {
    const known = await test.identity({ roleId: 4, name: 'Before' });
    const { id } = await checked(
      file(`${known.account},After,,,,D1,`, "made.one,'=Made,,,User,D1-1,Lecturer", 'bad!,,,,,,'),
    );
    const operation = await run(id);
    expect(operation).toMatchObject({ total: 2, done: 2, skipped: 0, failed: 0, action: 'import' });
    expect(await readUser(known.account)).toMatchObject({ name: 'After', department_id: department.id });
    const made = await readUser('made.one');
    expect(made).toMatchObject({ name: '=Made', role_id: 4, department_id: below.id, password_hash: null });
    expect((await test.call(getUserImport, { params: { id } }, { as: test.admin })).data.operationId).toBe(
      operation.id,
    );

    const response = await test.app.inject({
      url: `/api${reportUserImport.path.replace('{id}', id)}`,
      headers: { cookie: cookieHeader(test.admin.cookies) },
    });
    const report = response.body.split('\r\n');
    expect(report[1]).toBe(`2,Imported,,${known.account},After,,,,D1,`);
    expect(report[2]).toContain("'=Made");
    expect(report[3]).toMatch(/^4,Invalid,/);

    await test.call(undoOperation, { params: { id: operation.id } }, { as: test.admin });
    await eventually(async () => expect(await readUser('made.one')).toBeUndefined());
    await eventually(async () =>
      expect(await readUser(known.account)).toMatchObject({ name: 'Before', department_id: null }),
    );
  });

  it('skips what changed since the dry run, and Undo what changed since the run', async () => {
    const known = await test.identity({ roleId: 4, name: 'Before' });
    const { id } = await checked(file(`${known.account},After,,,,,`, 'raced,Raced,,,,,', 'used,Used,,,,,'));
    const raced = await test.container.services.users.create(await test.context(test.admin), {
      account: 'raced',
      name: 'First',
      roleId: 4,
      password: 'correct horse battery',
      mustChangePassword: false,
    });
    const operation = await run(id);
    expect(operation).toMatchObject({ total: 3, done: 2, skipped: 1 });
    const items = await test.call(listOperationItems, { params: { id: operation.id } }, { as: test.admin });
    expect(items.data.rows[0]).toMatchObject({ state: 'skipped', label: 'Raced' });
    expect((await readUser('raced'))?.id).toBe(raced);

    await test.db.updateTable('users').set({ last_sign_in_at: new Date() }).where('account', '=', 'used').execute();
    await test.db
      .updateTable('users')
      .set({ version: 9, name: 'Newer' })
      .where('account', '=', known.account)
      .execute();
    const undo = await test.call(undoOperation, { params: { id: operation.id } }, { as: test.admin });
    expect(await ended(undo.data.id)).toMatchObject({ done: 0, skipped: 2 });
    expect(await readUser('used')).toBeDefined();
    expect((await readUser(known.account))?.name).toBe('Newer');
  });

  it('needs a dry run first, and happens once, however often it is asked for', async () => {
    const { data } = await upload(file('once.only,Once,,,,,'));
    const start = () => test.call(runUserImport, { params: { id: data.id } }, { as: test.admin });
    expect((await start()).failure.code).toBe('importNotChecked');
    await check(data.id);
    const answers = await Promise.all([start(), start(), start()]);
    expect(answers.map((answer) => answer.failure.code ?? 'started').sort()).toEqual([
      'importStarted',
      'importStarted',
      'started',
    ]);
    expect((await check(data.id)).failure.code).toBe('importStarted');
  });

  it('judges by the rights of the moment it runs: a line beyond them is skipped', async () => {
    const editor = await test.identity({ roleId: 3, pages: [page], departmentId: department.id });
    const { id } = await checked(file('late,Late,,,,D1,'), editor);
    await test.db.updateTable('users').set({ department_id: below.id }).where('id', '=', editor.userId).execute();
    expect(await run(id, editor)).toMatchObject({ done: 0, skipped: 1 });
    expect(await readUser('late')).toBeUndefined();
  });
});

describe('someone else’s import', () => {
  it('is as unknown as one that never was', async () => {
    const { data } = await upload(file('mine,Mine,,,,,'));
    const other = await test.identity({ roleId: 1 });
    for (const id of [data.id, randomUUID()]) {
      expect((await check(id, other)).failure.code).toBe('notFound');
      expect((await test.call(getUserImport, { params: { id } }, { as: other })).failure.code).toBe('notFound');
      expect((await test.call(listUserImportLines, { params: { id } }, { as: other })).failure.code).toBe('notFound');
      expect((await test.call(runUserImport, { params: { id } }, { as: other })).failure.code).toBe('notFound');
    }
  });
});
