import { deflateRawSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { RunSandboxed } from '../sandbox/port.ts';
import { createSandbox, runSandboxed } from '../sandbox/run-sandboxed.ts';
import { type ReadOptions, type ReadTable, readTable } from './read-table.ts';
import type { TableLine } from './table.ts';

async function readAll(
  bytes: Uint8Array,
  { run = runSandboxed, ...options }: ReadOptions & { run?: RunSandboxed } = {},
) {
  const gather = async ({ head, batches }: ReadTable) => {
    const lines: TableLine[] = [];
    for await (const batch of batches) lines.push(...batch);
    return { head, lines };
  };
  return readTable(run, bytes, gather, options);
}

function workbook(rows: unknown[][], change: (sheet: Record<string, unknown>) => void = () => undefined): Buffer {
  const sheet = utils.aoa_to_sheet(rows);
  change(sheet);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'People');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

describe('reading CSV', () => {
  it('keeps quotes, delimiters and line breaks inside a cell, and counts the lines of records', async () => {
    const text = 'account,name\r\nli,"Li, ""Lei"""\r\nhan,"Han\nMeimei"\r\n\r\nwang,Wang\r\n';
    const { head, lines } = await readAll(Buffer.from(text));
    expect(head).toEqual({ format: 'csv', charset: 'utf-8', delimiter: ',' });
    expect(lines).toEqual([
      { line: 1, cells: ['account', 'name'] },
      { line: 2, cells: ['li', 'Li, "Lei"'] },
      { line: 3, cells: ['han', 'Han\nMeimei'] },
      { line: 6, cells: ['wang', 'Wang'] },
    ]);
  });

  it.each([
    ['utf-8', Buffer.from('\ufeff账号;姓名\nli;李雷')],
    ['utf-16le', Buffer.from('\ufeff账号;姓名\nli;李雷', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeff账号;姓名\nli;李雷', 'utf16le').swap16()],
    ['utf-16le', Buffer.from('账号;姓名\nli;李雷', 'utf16le')],
    ['utf-16be', Buffer.from('账号;姓名\nli;李雷', 'utf16le').swap16()],
    ['gb18030', Buffer.from('d5cbbac53bd0d5c3fb0a6c693bc0eec0d7', 'hex')],
  ])('detects a file written in %s', async (charset, bytes) => {
    const { head, lines } = await readAll(bytes);
    expect(head).toEqual({ format: 'csv', charset, delimiter: ';' });
    expect(lines.map((line) => line.cells)).toEqual([
      ['账号', '姓名'],
      ['li', '李雷'],
    ]);
  });

  it.each([
    ['gb18030', 'b2e2cad4b4ca0ad1f9c0fd', ['测试词', '样例']],
    ['utf-16le', Buffer.from('第一词\n样例', 'utf16le').toString('hex'), ['第一词', '样例']],
    ['windows-1252', Buffer.from('Müller, x\ncafé\nnaïve', 'latin1').toString('hex'), ['Müller, x', 'café', 'naïve']],
  ])('reads a plain text in %s line by line, commas and all', async (charset, hex, words) => {
    const { head, lines } = await readAll(Buffer.from(hex, 'hex'), { oneInALine: 'word' });
    expect(head).toEqual({ format: 'txt', charset });
    expect(lines).toEqual([
      { line: 0, cells: ['word'] },
      ...words.map((word, index) => ({ line: index + 1, cells: [word] })),
    ]);
  });

  it('counts empty lines of a plain text, and cuts a line that never ends', async () => {
    const { lines } = await readAll(Buffer.from(`one\r\n\r\n two\rthree\n${'x'.repeat(20_000)}`), {
      oneInALine: 'word',
    });
    expect(lines.map(({ line, cells }) => [line, cells[0]?.length])).toEqual([
      [0, 4],
      [1, 3],
      [3, 3],
      [4, 5],
      [5, 10_000],
    ]);
  });

  it('refuses a text in letters that it does not know', async () => {
    const cyrillic = Buffer.from('cff0e8e2e5f20aefeeeaea80ff', 'hex');
    await expect(readAll(cyrillic, { oneInALine: 'word' })).rejects.toMatchObject({ code: 'unknownEncoding' });
  });

  it('reads a single column, a quote that never ends and a file without a last line end', async () => {
    expect((await readAll(Buffer.from('name\nLi'))).lines.map((line) => line.cells)).toEqual([['name'], ['Li']]);
    expect((await readAll(Buffer.from('a,b\n1,"2\n3,4'))).lines.at(-1)).toEqual({ line: 2, cells: ['1', '2\n3,4'] });
  });

  it('refuses binary and empty files, too many rows and too many columns', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520001', 'hex');
    await expect(readAll(png)).rejects.toMatchObject({ code: 'notATable' });
    await expect(readAll(Buffer.alloc(0))).rejects.toMatchObject({ code: 'empty' });
    await expect(readAll(Buffer.from('\n\n'))).rejects.toMatchObject({ code: 'empty' });
    await expect(readAll(Buffer.from('a\n1\n2\n3'), { limits: { rows: 2 } })).rejects.toMatchObject({
      code: 'tooLong',
    });
    await expect(readAll(Buffer.from(','.repeat(500)))).rejects.toMatchObject({ code: 'tooWide' });
  });

  it('reads a hundred thousand rows, and not one more', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `u${index},Name ${index}`);
    const { lines } = await readAll(Buffer.from(['account,name', ...rows].join('\n')));
    expect(lines).toHaveLength(100_001);
    expect(lines.at(-1)).toEqual({ line: 100_001, cells: ['u99999', 'Name 99999'] });
    await expect(readAll(Buffer.from(['account,name', ...rows, 'x,y'].join('\n')))).rejects.toMatchObject({
      code: 'tooLong',
    });
  });
});

describe('reading XLSX', () => {
  it('gives long numbers in full, days as days, and the number of the sheet’s row', async () => {
    const day = new Date(Date.UTC(2026, 2, 1));
    const { head, lines } = await readAll(workbook([['account', 'phone', 'since'], [], ['li', 138001380001234, day]]));
    expect(head).toEqual({ format: 'xlsx', sheet: 'People' });
    expect(lines).toEqual([
      { line: 1, cells: ['account', 'phone', 'since'] },
      { line: 3, cells: ['li', '138001380001234', '2026-03-01'] },
    ]);
  });

  it('takes what the file says a formula gave, and computes none', async () => {
    const bytes = workbook([['a'], ['']], (sheet) => {
      sheet.A2 = { t: 's', v: 'kept', f: 'HYPERLINK("http://127.0.0.1/","x")' };
    });
    expect((await readAll(bytes)).lines.at(-1)?.cells).toEqual(['kept']);
  });

  it('refuses an archive that is no workbook, a damaged one and one with a password', async () => {
    const bytes = workbook([['a'], ['b']]);
    await expect(readAll(bytes.subarray(0, bytes.length - 200))).rejects.toMatchObject({ code: 'damaged' });
    await expect(readAll(archive('hello.txt', Buffer.from('hi')))).rejects.toMatchObject({ code: 'notATable' });
    await expect(readAll(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).rejects.toMatchObject({ code: 'protected' });
  });

  it('refuses an archive that unpacks above the limit, whatever sizes it declares', async () => {
    const bomb = archive('[Content_Types].xml', Buffer.alloc(8 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(20_000);
    await expect(readAll(bomb, { limits: { inflatedBytes: 1024 * 1024 } })).rejects.toMatchObject({ code: 'tooLong' });
  });
});

describe('the process that reads', () => {
  it('is stopped when it takes too long or too much memory, and the next table is read', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `u${index},${'x'.repeat(100)}`);
    const bytes = Buffer.from(['a,b', ...rows].join('\n'));
    await expect(readAll(bytes, { limitMs: 1 })).rejects.toMatchObject({ code: 'tooSlow' });
    await expect(readAll(workbook(rows.map((row) => row.split(','))), { memoryMb: 16 })).rejects.toMatchObject({
      code: 'damaged',
    });
    expect((await readAll(Buffer.from('a\nb'))).lines).toHaveLength(2);
  });

  it.each(['landlock', 'bubblewrap'] as const)('reads at sandbox level %s', async (level) => {
    const run = createSandbox({ withoutSandbox: () => 'refuse', level });
    const { lines } = await readAll(workbook([['account'], ['li']]), { run });
    expect(lines.map(({ cells }) => cells)).toEqual([['account'], ['li']]);
  });

  it('opens neither a workbook nor a plain text where there is no sandbox', async () => {
    const run = createSandbox({ withoutSandbox: () => 'refuse', level: 'none' });
    for (const bytes of [workbook([['a'], ['b']]), Buffer.from('a\nb')]) {
      await expect(readAll(bytes, { run })).rejects.toMatchObject({ name: 'SandboxFailure', kind: 'unsafe' });
    }
  });

  it('refuses lines that take far more room than the file', async () => {
    const bytes = workbook(Array.from({ length: 500 }, () => ['x'.repeat(9_000)]));
    expect(bytes.length).toBeLessThan(100_000);
    await expect(readAll(bytes, { lineBytes: 2 ** 20 })).rejects.toMatchObject({ code: 'tooLong' });
  });

  it('keeps every kind of line break inside a cell, and drops NUL', async () => {
    const cell = 'a\u2028b\u2029c\u0085d';
    const { lines } = await readAll(workbook([['note'], [cell], ['x\ny']]));
    expect(lines.slice(1).map(({ cells }) => cells)).toEqual([[cell], ['x\ny']]);
  });
});

/** A ZIP with one entry that declares a false size. */
function archive(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(10, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(10, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
}
