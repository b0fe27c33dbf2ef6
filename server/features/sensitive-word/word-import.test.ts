import { utils, write } from '@e965/xlsx';
import { createSensitivePack } from '@lectern/contract/features/sensitive-pack.ts';
import { listSensitiveWords } from '@lectern/contract/features/sensitive-word.ts';
import {
  checkSensitiveWordImport,
  listSensitiveWordImportLines,
  runSensitiveWordImport,
  uploadSensitiveWordImport,
} from '@lectern/contract/features/sensitive-word-import.ts';
import type { ImportFile } from '@lectern/contract/import/define-import.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { wordPage, wordRig } from '../../testing/word-rig.ts';

let test: TestApp;
let rig: ReturnType<typeof wordRig>;
let packId: string;

beforeAll(async () => {
  test = await startTestApp();
  rig = wordRig(test);
  packId = (await test.call(createSensitivePack, { body: { name: 'Imported' } }, { as: test.admin })).data.id;
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function upload(name: string, bytes: string | Buffer, as: Identity = test.admin) {
  const response = await test.app.inject({
    method: 'POST',
    url: `/api${uploadSensitiveWordImport.path}?name=${encodeURIComponent(name)}`,
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
  });
  return { http: response.statusCode, ...response.json<{ data: ImportFile; code?: string }>() };
}

/** Uploads a file, accepts the suggested mapping, runs the check and returns its lines. */
async function checked(name: string, bytes: string | Buffer, within: string | null = null) {
  const { data } = await upload(name, bytes);
  const params = { id: data.id };
  const body = { mapping: data.mapping, existing: 'update' as const, within };
  const answer = await test.call(checkSensitiveWordImport, { params, body }, { as: test.admin });
  const { rows } = (await test.call(listSensitiveWordImportLines, { params, query: { size: 200 } }, { as: test.admin }))
    .data;
  const lines = rows.map((row) => [row.line, row.verdict, row.problems.map(({ code }) => code).join(' ')]);
  return { id: data.id, file: answer.data, lines };
}

async function run(id: string) {
  const { data } = await test.call(runSensitiveWordImport, { params: { id } }, { as: test.admin });
  return rig.ended(data.id);
}

const found = async (search: string) =>
  (await test.call(listSensitiveWords, { query: { search, sort: 'text' } as never }, { as: test.admin })).data.rows;

describe('importing words', () => {
  it('matches words of scripts with spaces as whole words, and leaves existing ones alone', async () => {
    await rig.add({ text: 'Walnut shelf', mode: 'contains' });
    const { id, lines } = await checked('modes.txt', 'Walnut shelf\nwalnut table\n胡桃木桌');
    expect(lines).toMatchObject([
      [1, 'skipped', 'nothingToChange'],
      [2, 'new', ''],
      [3, 'new', ''],
    ]);
    await run(id);
    const modes = [...(await found('walnut')), ...(await found('胡桃木桌'))].map(({ text, mode }) => [text, mode]);
    expect(modes).toEqual([
      ['Walnut shelf', 'contains'],
      ['walnut table', 'exact'],
      ['胡桃木桌', 'contains'],
    ]);
  });

  it('lists new, known and invalid lines of a text file by number', async () => {
    await rig.add({ text: 'Copper kettle' });
    const text = [
      'silver spoon',
      '',
      'Ｃｏｐｐｅｒ kettle',
      'Copper kettle',
      '...',
      'x'.repeat(201),
      'SILVER spoon',
      'lo\ufffdst, here',
    ];
    const { lines, file } = await checked('list.txt', text.join('\n'));
    expect(file).toMatchObject({
      format: 'txt',
      detail: 'UTF-8',
      counts: { new: 1, changed: 0, skipped: 1, invalid: 5, warned: 0 },
    });
    expect(lines).toEqual([
      [1, 'new', ''],
      [3, 'skipped', 'sameWord'],
      [4, 'invalid', 'nothingToChange twice'],
      [5, 'invalid', 'nothingToMatch'],
      [6, 'invalid', 'tooLong'],
      [7, 'invalid', 'twice'],
      [8, 'invalid', 'lostCharacters'],
    ]);
  });

  it('reads every field of a table in both languages, and refuses unknown choices', async () => {
    const table = [
      ['敏感词', '匹配方式', '级别', '类别', '检查范围', '例外', '启用', '词包', 'language'],
      ['river bank', '全词匹配', '封禁', 'Fraud', 'Title; 语音 / 视频', 'river bank holiday', '否', 'imported', 'en'],
      ['b*nk note', 'wildcard', 'notice', '', 'Everywhere', '', '', '', ''],
      ['***', 'wildcard', '', '', '', '', '', '', ''],
      ['plain word', 'sometimes', 'huge', '', '', 'other phrase', '', 'nowhere', ''],
    ];
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Words');
    const { id, lines } = await checked('words.xlsx', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    expect(lines).toEqual([
      [2, 'new', ''],
      [3, 'new', ''],
      [4, 'invalid', 'onlyWildcards'],
      [5, 'invalid', 'unknownChoice unknownChoice unknownPack exceptionWithoutWord'],
    ]);
    expect(await run(id)).toMatchObject({ done: 2, failed: 0 });
    expect(await found('river bank')).toMatchObject([
      {
        ...{ mode: 'exact', severity: 'block', category: 'fraud', sources: ['speech', 'title'], kinds: ['video'] },
        ...{ exceptions: ['river bank holiday'], enabled: false, pack: { id: packId }, language: 'en' },
      },
    ]);
  });

  it.each([
    ['GB18030', Buffer.from('b2e2cad4b4ca0ad1f9c0fdb4ca', 'hex'), '测试词'],
    ['UTF-16LE', Buffer.from('\ufeff双字节词\n另一个词', 'utf16le'), '双字节词'],
    ['WINDOWS-1252', Buffer.from('Käsekuchen\nnaïveté', 'latin1'), 'Käsekuchen'],
  ])('finds out that a list is in %s', async (charset, bytes, first) => {
    const { data } = await upload('list.txt', bytes);
    expect(data).toMatchObject({ detail: charset, rows: 2, columns: [{ samples: [first, expect.anything()] }] });
  });

  it('refuses unknown encodings, binary files and people without the editor ability', async () => {
    const unknown = Buffer.from('cff0e8e2e5f20aefeeeaea80ff', 'hex');
    expect(await upload('list.txt', unknown)).toMatchObject({ http: 415, code: 'unknownEncoding' });
    expect(await upload('list.txt', Buffer.from([0, 1, 2, 0, 0]))).toMatchObject({ http: 415, code: 'notATable' });
    expect(await upload('list.txt', '\n\n')).toMatchObject({ http: 422, code: 'tableEmpty' });
    const user = await test.identity({ roleId: 4, pages: [wordPage] });
    expect(await upload('list.txt', 'word', user)).toMatchObject({ http: 403 });
  });

  it('changes existing words, with Undo', async () => {
    const word = await rig.add({ text: 'amber lamp', note: 'old' });
    const { id, file } = await checked('words.csv', 'word,severity,note\namber lamp,block,new\nopal lamp,,\n', packId);
    expect(file.counts).toMatchObject({ new: 1, changed: 1 });
    const done = await run(id);
    expect(await rig.read(word.id)).toMatchObject({ severity: 'block', note: 'new', pack: null });
    expect(await found('opal lamp')).toMatchObject([{ pack: { id: packId } }]);
    expect(await rig.undo(done.id)).toMatchObject({ done: 2 });
    expect(await rig.read(word.id)).toMatchObject({ severity: 'review', note: 'old' });
    expect(await found('opal lamp')).toEqual([]);
  });

  it('takes five thousand lines, with one version of the dictionary for each batch', async () => {
    const { version } = await test.db.selectFrom('sensitive_dictionary').select('version').executeTakeFirstOrThrow();
    const words = Array.from({ length: 5_000 }, (_, index) => `bulk${index.toString(36)}q`);
    const { id, file } = await checked('many.txt', words.join('\n'), packId);
    expect(file.counts).toEqual({ new: 5_000, changed: 0, skipped: 0, invalid: 0, warned: 0 });
    const done = await run(id);
    expect(done).toMatchObject({ done: 5_000, skipped: 0, failed: 0 });
    const after = await test.db.selectFrom('sensitive_dictionary').select('version').executeTakeFirstOrThrow();
    expect(after.version - version).toBe(5_000 / 250);
    expect((await found('bulk')).length).toBeGreaterThan(0);
  }, 300_000);
});
