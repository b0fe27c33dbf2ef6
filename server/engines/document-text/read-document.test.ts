import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCountingServer } from '../../testing/counting-server.ts';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { makeDocx, paragraph } from './fixtures/make-package.ts';
import { readDocument } from './read-document.ts';

const { signal } = new AbortController();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-document-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('words of a Word file get page and box, and its links are never fetched', async () => {
  const server = await startCountingServer();
  const target = `http://127.0.0.1:${server.port}/picture.png`;
  const drawing =
    '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="far"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
  const body = `${paragraph('Alpha stands on the first page')}${drawing}${paragraph('Omega 在第二页', '<w:pageBreakBefore/>')}`;
  const file = path.join(folder, 'given');
  await writeFile(file, await makeDocx(body, [{ id: 'far', type: 'image', target, external: true }]));
  const heard: number[] = [];
  const read = await readDocument(runSandboxed, { file, format: 'docx', folder }, signal, (percent) =>
    heard.push(percent),
  );
  server.close();
  expect(server.requests()).toBe(0);
  expect(read.pages).toHaveLength(2);
  expect(read.blocks).toMatchObject([
    { text: 'Alpha stands on the first page', page: 1 },
    { text: 'Omega 在第二页', page: 2 },
  ]);
  for (const { box } of read.blocks) {
    expect(box?.[1]).toBeGreaterThan(0.02);
    expect(box?.[1]).toBeLessThan(0.2);
    expect(box?.[3]).toBeLessThan(0.05);
  }
  expect(heard.at(-1)).toBe(100);
});

test('an RTF file is read as LibreOffice understands it, in the same run that draws it', async () => {
  const file = path.join(folder, 'given');
  await writeFile(file, "{\\rtf1\\ansi First line\\par\\page Caf\\'e9 \\u20013?\\u25991?\\par}");
  const read = await readDocument(runSandboxed, { file, format: 'rtf', folder }, signal);
  expect(read.textFromPreview).toBeNull();
  expect(read.blocks).toMatchObject([
    { text: 'First line', page: 1 },
    { text: 'Café 中文', page: 2 },
  ]);
});
