import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getResource, type ResourceDetailView, updateResource } from '@lectern/contract/features/resource.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import yazl from 'yazl';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';
import { cleanMetadata } from './clean-metadata.ts';

vi.setConfig({ testTimeout: 120_000 });

let test: TestApp;
let client: UploadClient;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lectern-test-'));
  test = await startTestApp();
  client = new UploadClient(test);
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function resourceOf(
  name: string,
  bytes: Buffer,
  change: Parameters<UploadClient['upload']>[2] = {},
): Promise<ResourceDetailView> {
  const { row, state } = await client.upload(name, bytes, change);
  expect(state).toBe('done');
  const { resource_id: id } = await test.db
    .selectFrom('uploads')
    .select('resource_id')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  await eventually(async () => {
    const job = await test.db
      .selectFrom('jobs')
      .select('state')
      .where('kind', '=', 'inspect')
      .where('resource_id', '=', String(id))
      .executeTakeFirst();
    expect(job?.state).toBe('done');
  }, 60_000);
  return (await test.call(getResource, { params: { id: String(id) } }, { as: test.admin })).data;
}

function packed(parts: Record<string, string>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
function word(core: string): Promise<Buffer> {
  return packed({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${wordType}"/></Types>`,
    '_rels/.rels': '<?xml version="1.0"?><Relationships/>',
    'word/document.xml': `<?xml version="1.0"?><w:document>${randomUUID()}</w:document>`,
    'docProps/core.xml': `<?xml version="1.0"?><cp:coreProperties>${core}</cp:coreProperties>`,
  });
}

function pdf(info: string, catalog = ''): Buffer {
  return Buffer.from(
    `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj
4 0 obj<<${info}>>endobj
% ${randomUUID()}
trailer<</Root 1 0 R/Info 4 0 R>>
`,
    'latin1',
  );
}

async function sound(...tags: string[]): Promise<Buffer> {
  const file = path.join(folder, `${randomUUID()}.mp3`);
  const metadata = tags.flatMap((tag) => ['-metadata', tag]);
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'sine=d=1', ...metadata, file]);
  return readFile(file);
}

const fromFile = { from: 'file', name: null };

describe('the metadata in a file', () => {
  it('fills title, author, year and language from the properties of a Word document', async () => {
    const core =
      '<dc:title>Cell respiration</dc:title><dc:creator>Anna Li</dc:creator><dc:language>en-GB</dc:language>' +
      '<dcterms:created xsi:type="dcterms:W3CDTF">2021-03-04T08:00:00Z</dcterms:created>';
    expect(await resourceOf('lecture_03-intro.docx', await word(core))).toMatchObject({
      ...{ title: 'Cell respiration', author: 'Anna Li', year: 2021, language: 'en' },
      sources: { title: fromFile, author: fromFile, year: fromFile, language: fromFile },
    });
  });

  it('is read from OpenDocument, EPUB and web pages', async () => {
    const meta =
      '<office:meta><dc:title>Osmosis</dc:title><meta:initial-creator>Ben</meta:initial-creator></office:meta>';
    const odt = { mimetype: 'application/vnd.oasis.opendocument.text', 'meta.xml': meta, 'content.xml': '<a/>' };
    const opf =
      '<package><metadata><dc:title>Book of cells</dc:title><dc:creator>A</dc:creator><dc:creator>B</dc:creator><dc:language>de</dc:language></metadata></package>';
    const epub = {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
      'b.opf': opf,
    };
    const html = `<!DOCTYPE html><html lang="fr"><head><title>Cellules &amp; tissus</title><meta name="author" content="Zoé"></head><body>${randomUUID()}</body></html>`;
    expect(await resourceOf('a.odt', await packed(odt))).toMatchObject({ title: 'Osmosis', author: 'Ben' });
    expect(await resourceOf('b.epub', await packed(epub))).toMatchObject({ author: 'A, B', language: 'de' });
    const page = { title: 'Cellules & tissus', author: 'Zoé', language: 'fr' };
    expect(await resourceOf('c.html', Buffer.from(html))).toMatchObject(page);
  });

  it('is read from PDF, sound and pictures', async () => {
    const info = '/Title(Photosynthesis)/Author(Ana)/CreationDate(D:20190102030405Z)';
    const document = { title: 'Photosynthesis', author: 'Ana', year: 2019, language: 'de' };
    expect(await resourceOf('p.pdf', pdf(info, '/Lang(de-DE)'))).toMatchObject(document);
    const tagged = await sound('title=Bird song', 'artist=Ole', 'date=2017');
    expect(await resourceOf('s.mp3', tagged)).toMatchObject({ title: 'Bird song', author: 'Ole', year: 2017 });
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#356' } })
      .withExif({ IFD0: { Artist: 'Mia' }, IFD2: { DateTimeOriginal: '2018:05:04 03:02:01' } })
      .jpeg()
      .toBuffer();
    expect(await resourceOf('leaf_cells.jpg', picture)).toMatchObject({
      ...{ title: 'Leaf cells', author: 'Mia', year: 2018 },
      sources: { title: { from: 'fileName', name: null }, author: fromFile },
    });
  });

  it('never replaces what a person entered or cleared', async () => {
    const info = '/Title(From the PDF)/Author(Ana)';
    const metadata = { author: 'Entered', year: null };
    const entered = await resourceOf('mine.pdf', pdf(`${info}/CreationDate(D:2019)`), { metadata, language: null });
    expect(entered).toMatchObject({ title: 'From the PDF', author: 'Entered', year: null, language: null });
    expect(entered.sources.author).toMatchObject({ from: 'person', name: expect.stringMatching(/\S/) });
    const { id, version } = entered;
    const body = { title: 'My own title', version };
    const changed = await test.call(updateResource, { params: { id }, body }, { as: test.admin });
    expect(changed.data.sources.title?.from).toBe('person');
    await client.upload('mine.pdf', pdf('/Title(Newer)/Author(Newer)'), { replacesId: id });
    await eventually(async () => {
      const jobs = await test.db
        .selectFrom('jobs')
        .select('state')
        .where('kind', '=', 'inspect')
        .where('resource_id', '=', id)
        .execute();
      expect(jobs.map(({ state }) => state)).toEqual(['done', 'done']);
    }, 60_000);
    const after = (await test.call(getResource, { params: { id } }, { as: test.admin })).data;
    expect(after).toMatchObject({ title: 'My own title', author: 'Entered', year: null, language: null });
  });

  it('does no harm when it is hostile', async () => {
    const long = 'x'.repeat(10 * 2 ** 20);
    const core = `<dc:creator>&lt;script&gt;alert(1)&lt;/script&gt;Eve\u202Egnp</dc:creator><dcterms:created>9999-99-99</dcterms:created><dc:title>${long}</dc:title>`;
    const seen = await resourceOf('hostile.docx', await word(core));
    expect(seen.title.length).toBeLessThanOrEqual(300);
    expect(seen).toMatchObject({ author: 'Evegnp', year: null });
    const lines = await resourceOf('lines.pdf', pdf('/Title(One\\nPages: 9000\\nEncrypted: yes)'));
    expect(lines).toMatchObject({ pageCount: 1 });
  });
});

describe('cleaning metadata', () => {
  const now = new Date('2026-11-19T00:00:00Z');
  it.each([
    [{ title: '<b>Cells</b> &\u0000\n tissue' }, { title: 'Cells & tissue' }],
    [{ title: '5 < 6 and 7 > 3' }, { title: '5 < 6 and 7 > 3' }],
    [{ title: '\ud800 \u200b\u202e' }, {}],
    [{ title: 'Microsoft Word - draft.doc', author: 'Administrator' }, {}],
    [{ title: 'PowerPoint Presentation', author: 'python-docx' }, {}],
    [{ title: '---', author: '…' }, {}],
    [{ date: '2019-13-45', language: 'xx' }, { year: 2019 }],
    [{ date: '1970-01-01T00:00:00Z' }, {}],
    [{ date: '20991231' }, {}],
    [{ date: '0000-00-00' }, {}],
    [{ date: '19999' }, {}],
    [{ date: 'yesterday', language: 'English (US)' }, {}],
    [{ language: 'ger' }, { language: 'de' }],
    [{ language: 'zh_CN' }, { language: 'zh' }],
    [{ language: 'und' }, {}],
    [{ language: 'x'.repeat(5_000) }, {}],
  ])('%j becomes %j', (given, clean) => {
    expect(cleanMetadata(given, now)).toEqual(clean);
  });
});
