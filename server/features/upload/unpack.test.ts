import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listUploadEntries, listUploads } from '@lectern/contract/features/upload.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';

vi.setConfig({ testTimeout: 60_000 });

let test: TestApp;
let client: UploadClient;

beforeAll(async () => {
  test = await startTestApp();
  client = new UploadClient(test);
  // No derived pictures or previews, because the tests count stored objects.
  await test.db
    .updateTable('libraries')
    .set({ processing: { convert: false, ocr: false, asr: false } })
    .execute();
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

type Entry = [name: string, content: Buffer | string, mode?: number];

async function zipOf(entries: Entry[], comment = ''): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content, mode] of entries) {
    zip.addBuffer(Buffer.from(content), name, { ...(mode && { mode }), compress: content.length > 100 });
  }
  zip.end({ forceZip64Format: false, comment });
  return buffer(zip.outputStream);
}

/** Patches names into the archive that ZIP writers refuse. */
function renamed(zip: Buffer, from: string, to: string | Buffer): Buffer {
  const bytes = Buffer.from(zip);
  const name = Buffer.from(to);
  expect(name.length).toBe(from.length);
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) name.copy(bytes, at);
  return bytes;
}

const text = () => `# ${randomBytes(16).toString('hex')}`;

/** Declares another compression method in both headers. */
function withMethod(zip: Buffer, method: number): Buffer {
  const bytes = Buffer.from(zip);
  bytes.writeUInt16LE(method, bytes.indexOf('PK\x03\x04', 0, 'latin1') + 8);
  bytes.writeUInt16LE(method, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 10);
  return bytes;
}

async function unpack(zip: Buffer, change: Parameters<UploadClient['announce']>[2] = {}) {
  const sent = await client.upload('archive.zip', zip, change);
  if (sent.state !== 'unpacking') return { sent, entries: [], row: undefined };
  await eventually(async () => {
    const { data } = await test.call(listUploads, { query: { batchId: sent.row.batchId } }, { as: test.admin });
    expect(data.rows[0]?.state).not.toBe('unpacking');
  });
  const listed = await test.call(listUploads, { query: { batchId: sent.row.batchId } }, { as: test.admin });
  const { data } = await test.call(listUploadEntries, { params: { id: sent.id }, query: {} }, { as: test.admin });
  return { sent, row: listed.data.rows[0], entries: data.rows };
}

async function storedFiles(): Promise<string[]> {
  const folder = path.join(test.dataDir, 'files');
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Objects are deleted shortly after the upload settles, and so may be those of the previous test. */
async function expectNothingNew(before: readonly string[]): Promise<void> {
  await eventually(async () => expect((await storedFiles()).filter((name) => !before.includes(name))).toEqual([]));
}

describe('an archive', () => {
  it('gives its files as resources in its folders, with a report', async () => {
    const before = await storedFiles();
    const zip = await zipOf([
      ['week 1/notes.md', text()],
      ['week 1/slides/说明.txt', text()],
      ['program.exe', 'MZ\x90\0'],
      ['empty.txt', ''],
      ['__MACOSX/._notes.md', 'junk'],
    ]);
    const { row, entries } = await unpack(zip, { relativePath: 'course' });
    expect(row).toMatchObject({ state: 'done', entries: { created: 2, updated: 0, skipped: 0, failed: 2 } });
    expect(entries.map((entry) => [entry.name, entry.state])).toEqual([
      ['week 1/notes.md', 'created'],
      ['week 1/slides/说明.txt', 'created'],
      ['program.exe', 'failed'],
      ['empty.txt', 'failed'],
    ]);
    expect(entries[2]?.reason).toContain('isn’t supported');
    const folders = await test.db.selectFrom('folders').select('name').orderBy('path').execute();
    expect(folders.map((folder) => folder.name)).toEqual(['course', 'week 1', 'slides']);
    // The two files; the archive itself is not kept.
    expect((await storedFiles()).length).toBe(before.length + 2);
  });

  it('fills what its own table says of its files', async () => {
    const table = [
      'File,Title,Description,Tags,Year,Licence,Language,Author',
      'a.md,First lecture,About everything,physics; waves,2024,cc_by,en,Ada',
      'deep/b.md,第二讲,,physics，光学,never,nonsense,zh,',
    ].join('\n');
    const { entries } = await unpack(
      await zipOf([
        ['metadata.csv', table],
        ['a.md', text()],
        ['deep/b.md', text()],
      ]),
    );
    expect(entries.map((entry) => entry.state)).toEqual(['created', 'created']);
    expect(entries[1]?.reason).toContain('year, licence');
    const [first, second] = await Promise.all(
      entries.map((entry) =>
        test.db
          .selectFrom('resources')
          .selectAll()
          .where('id', '=', String(entry.resourceId))
          .executeTakeFirstOrThrow(),
      ),
    );
    expect(first).toMatchObject({ title: 'First lecture', description: 'About everything', year: 2024, author: 'Ada' });
    expect(first).toMatchObject({ licence: 'cc_by', language: 'en' });
    expect(second).toMatchObject({ title: '第二讲', language: 'zh', year: null });
    const tags = await test.db.selectFrom('tags').select('name').orderBy('name').execute();
    expect(tags.map((tag) => tag.name).sort()).toEqual(['physics', 'waves', '光学']);
    expect(first?.tag_ids).toHaveLength(2);
  });

  it('skips existing files and says where they are', async () => {
    const content = text();
    const known = await client.upload('known.md', Buffer.from(content));
    const { entries } = await unpack(await zipOf([['again.md', content]]));
    const { resource_id } = await test.db
      .selectFrom('uploads')
      .select('resource_id')
      .where('id', '=', known.id)
      .executeTakeFirstOrThrow();
    expect(entries[0]).toMatchObject({ state: 'skipped', resourceId: resource_id });
  });

  it.each([
    ['GBK', Buffer.from('d6d0cec4b1cabcc7', 'hex'), '中文笔记'],
    ['DOS', Buffer.from('94dc73656861', 'hex'), 'ö▄seha'],
  ])('has names in %s', async (_, bytes, name) => {
    const stem = 'x'.repeat(bytes.length);
    const zip = renamed(await zipOf([[`${stem}.md`, text()]]), stem, bytes);
    // Clears the UTF-8 flag in both headers.
    for (const [sign, at] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const)
      zip.writeUInt16LE(0, zip.indexOf(sign, 0, 'latin1') + at);
    const { entries } = await unpack(zip);
    expect(entries.map((entry) => [entry.name, entry.state])).toEqual([[`${name}.md`, 'created']]);
  });
});

describe('a malicious archive is refused entirely and quickly', () => {
  const link = 0o120777;
  const cases: [string, () => Promise<Buffer>, string][] = [
    [
      'a way up',
      async () =>
        renamed(
          await zipOf([
            ['fine.md', text()],
            ['aaaaaaa.md', text()],
          ]),
          'aaaaaaa.md',
          '../../a.md',
        ),
      'archiveUnsafe',
    ],
    [
      'an absolute name',
      async () => renamed(await zipOf([['aaaa/aa.md', text()]]), 'aaaa/aa.md', '/etc/aa.md'),
      'archiveUnsafe',
    ],
    [
      'a Windows drive',
      async () => renamed(await zipOf([['aaaa.md', text()]]), 'aaaa.md', 'C:\\a.md'),
      'archiveUnsafe',
    ],
    [
      'a control character',
      async () => renamed(await zipOf([['aaaa.md', text()]]), 'aaaa.md', 'a\x07aa.md'),
      'archiveUnsafe',
    ],
    ['a symbolic link', () => zipOf([['link.md', '/etc/passwd', link]]), 'archiveUnsafe'],
    ['a bomb', () => zipOf([['zeros.txt', Buffer.alloc(150_000_000)]]), 'fileInflates'],
    [
      'a name twice',
      () =>
        zipOf([
          ['a/b.md', text()],
          ['a/b.md', text()],
        ]),
      'archiveRepeats',
    ],
    [
      'a name twice but for its case',
      () =>
        zipOf([
          ['Übung.md', text()],
          ['u\u0308BUNG.MD', text()],
        ]),
      'archiveRepeats',
    ],
    [
      'a method that nothing unpacks',
      async () => withMethod(await zipOf([['a.md', text()]]), 14),
      'archiveUnsupported',
    ],
    ['nothing in it', () => zipOf([['__MACOSX/._a', 'x']]), 'archiveEmpty'],
    ['half of it missing', async () => (await zipOf([['a.md', text()]])).subarray(0, 60), 'fileDamaged'],
    [
      'too many files',
      () => zipOf(Array.from({ length: 10_001 }, (_, index) => [`${index}.txt`, 'x'] as Entry)),
      'archiveTooMany',
    ],
  ];

  it.each(cases)('%s', async (_, make, code) => {
    const zip = await make();
    const before = await storedFiles();
    const { sent } = await unpack(zip);
    expect([413, 415, 422]).toContain(sent.http);
    expect(sent.code).toBe(code);
    await expectNothingNew(before);
  });

  it('entries that are larger than they say', async () => {
    const zip = await zipOf([['liar.txt', Buffer.alloc(100_000, 'a')]]);
    const directory = zip.indexOf('PK\x01\x02', 0, 'latin1');
    zip.writeUInt32LE(10, directory + 24);
    const before = await storedFiles();
    const { row, entries } = await unpack(zip);
    expect(entries.map((entry) => entry.state)).toEqual(['failed']);
    expect(row?.state).toBe('refused');
    await expectNothingNew(before);
  });

  it('archives in archives stay packed', async () => {
    const inner = await zipOf([['a.md', text()]]);
    const { entries } = await unpack(
      await zipOf([
        ['inner.zip', inner],
        ['b.md', text()],
      ]),
    );
    expect(entries.map((entry) => entry.state)).toEqual(['failed', 'created']);
  });
});
