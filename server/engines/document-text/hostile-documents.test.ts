import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CFB } from '@e965/xlsx';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { claimSize, makeDocx, makePackage, paragraph } from './fixtures/make-package.ts';
import { readDocumentText } from './read-document.ts';

const { signal } = new AbortController();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-text-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(format: string, bytes: Buffer | string) {
  const file = path.join(folder, 'given');
  await writeFile(file, bytes);
  return readDocumentText(runSandboxed, { file, format, folder }, signal);
}

test('a document that is nested without end is refused before anything recurses', async () => {
  const depth = 5_000;
  const body = '<w:tbl><w:tr><w:tc>'.repeat(depth) + paragraph('deep') + '</w:tc></w:tr></w:tbl>'.repeat(depth);
  await expect(read('docx', await makeDocx(body))).rejects.toMatchObject({ code: 'tooLarge' });
});

test('a small file that unpacks to a large one is refused', async () => {
  const bomb = claimSize(await makePackage({ 'content.xml': 'a'.repeat(5_000) }), 110 * 2 ** 20);
  await expect(read('odt', bomb)).rejects.toMatchObject({ code: 'tooLarge' });
});

test('one with wrong sizes is reported as damaged', async () => {
  const bytes = await makePackage({ 'content.xml': `<text:p>${'a'.repeat(5_000)}</text:p>` });
  await expect(read('odt', claimSize(bytes, 10))).rejects.toMatchObject({ code: 'damaged' });
});

test('one that isn’t a package is reported as damaged', async () => {
  await expect(read('odt', 'this is not a zip file')).rejects.toMatchObject({ code: 'damaged' });
});

test('a password is named as the cause', async () => {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(5_000, 1));
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(200, 1));
  const bytes = CFB.write(container, { type: 'buffer' }) as Buffer;
  await expect(read('xlsx', bytes)).rejects.toMatchObject({
    code: 'protected',
    message: expect.stringContaining('password'),
  });
  const manifest = '<manifest><file-entry><encryption-data/></file-entry></manifest>';
  const locked = await makePackage({ 'META-INF/manifest.xml': manifest, 'content.xml': 'x' });
  await expect(read('odt', locked)).rejects.toMatchObject({ code: 'protected' });
});

test('an entity that names a file stays a name', async () => {
  const content =
    '<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/os-release"><!ENTITY l "lol">]><d><text:p>a &e;&l; b</text:p></d>';
  const { blocks } = await read('odt', await makePackage({ 'content.xml': content }));
  expect(blocks.map((block) => block.text)).toEqual(['a &e;&l; b']);
});

test('a page with external references is redrawn without them', async () => {
  const source =
    '<h1>kept</h1><img src="http://127.0.0.1:9/a.png"><iframe src="file:///etc/passwd">x</iframe><p onclick="x()">too &lt;b&gt;</p>';
  const { blocks, drawable } = await read('html', source);
  expect(blocks.map((block) => block.text)).toEqual(['kept', 'too <b>']);
  const html = await readFile(drawable?.file ?? '', 'utf8');
  expect(html).toContain('<h1>kept</h1>\n<p>too &lt;b&gt;</p>');
  expect(html).not.toMatch(/http:|file:|onclick|iframe|<img/);
});
