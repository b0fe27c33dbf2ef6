import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CFB, utils, write } from '@e965/xlsx';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { runningCommands } from '../../testing/running-commands.ts';
import { claimSize, makePackage } from '../document-text/fixtures/make-package.ts';
import { EngineMissing } from '../engine-failure.ts';
import { listPages } from '../pdf/inspect-pdf.ts';
import { convertToPdf, findOffice, isProtected } from './convert-to-pdf.ts';

const { signal } = new AbortController();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-office-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function convert(format: string, bytes: Buffer | string, until = signal) {
  const file = path.join(folder, 'given');
  await writeFile(file, bytes);
  return convertToPdf(runSandboxed, { file, format, folder }, until);
}

function wideSheet(): Buffer {
  const book = utils.book_new();
  const row = Array.from({ length: 30 }, (_, column) => `column ${column}`);
  utils.book_append_sheet(book, utils.aoa_to_sheet([row, row]), 'wide');
  return write(book, { type: 'buffer', bookType: 'xlsx' });
}

test('a wide sheet is one page wide, on paper turned aside', async () => {
  const { pdf, pageCount, isCut } = await convert('xlsx', wideSheet());
  expect({ pageCount, isCut }).toEqual({ pageCount: 1, isCut: false });
  const [page] = await listPages(runSandboxed, pdf, signal);
  expect(page?.widthPoints).toBeGreaterThan(page?.heightPoints ?? Infinity);
});

test('when cancelled, LibreOffice ends with all its children', async () => {
  const abort = new AbortController();
  const running = () => runningCommands(folder).filter((command) => command.includes('soffice'));
  const wanted = convert('xlsx', wideSheet(), abort.signal);
  await eventually(async () => expect(running()).not.toEqual([]));
  abort.abort(new Error('given up'));
  await expect(wanted).rejects.toThrow('given up');
  await eventually(async () => expect(running()).toEqual([]));
});

test.each([
  ['odt', 'this is not a zip file', 'damaged'],
  ['doc', Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7_919) % 251)), 'damaged'],
  ['pptx', wideSheet(), 'damaged'],
  ['docx', '', 'empty'],
])('a fake %s file is never given to LibreOffice', async (format, bytes, code) => {
  await expect(convert(format, bytes)).rejects.toMatchObject({ name: 'InspectionFailure', code });
});

test('a bomb is not either', async () => {
  const bomb = claimSize(await makePackage({ 'word/document.xml': 'a'.repeat(5_000) }), 120 * 2 ** 20);
  await expect(convert('docx', bomb)).rejects.toMatchObject({ code: 'tooLarge' });
});

test('password-protected documents are distinguished from damaged ones', async () => {
  const container = (name: string, bytes: Buffer) => {
    const made = CFB.utils.cfb_new();
    CFB.utils.cfb_add(made, `/${name}`, bytes);
    return CFB.write(made, { type: 'buffer' }) as Buffer;
  };
  await expect(convert('docx', container('EncryptedPackage', Buffer.alloc(5_000)))).rejects.toMatchObject({
    code: 'protected',
    message: expect.stringContaining('password'),
  });
  const word = Buffer.alloc(5_000);
  const file = path.join(folder, 'word');
  await writeFile(file, container('WordDocument', word));
  expect(await isProtected(runSandboxed, { file, format: 'doc', folder }, signal)).toBe(false);
  word.writeUInt16LE(0x0100, 10);
  await writeFile(file, container('WordDocument', word));
  expect(await isProtected(runSandboxed, { file, format: 'doc', folder }, signal)).toBe(true);
});

test('without LibreOffice the install command is reported', async () => {
  const missing = await findOffice(folder).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(EngineMissing);
  expect(missing).toMatchObject({
    install: expect.stringContaining('apt-get install -y --no-install-recommends libreoffice-writer-nogui'),
  });
});
