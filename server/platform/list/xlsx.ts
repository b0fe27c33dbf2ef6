import { Readable, Transform, type TransformCallback } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell } from './csv.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const parts = {
  '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Lectern" sheetId="1" r:id="r1"/></sheets></workbook>`,
};

const sheetHead = `${head}<worksheet xmlns="${main}"><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

/**
 * Records in, the bytes of a workbook out, never more of it in memory than a few rows. Texts are inline strings, which
 * no program takes for formulas.
 */
export function xlsxStream(): { rows: Transform; file: NodeJS.ReadableStream } {
  const rows = new SheetWriter();
  return { rows, file: zipped(rows) };
}

/** The same of rows that were written before by `sheetRow`. */
export function xlsxOfRows(rows: Readable): Readable {
  const sheet = Readable.from(wrapped(rows), { objectMode: false });
  return zipped(sheet) as Readable;
}

async function* wrapped(rows: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from(sheetHead);
  for await (const chunk of rows) yield chunk as Buffer;
  yield Buffer.from(sheetEnd);
}

function zipped(sheet: Readable): NodeJS.ReadableStream {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  return zip.outputStream;
}

export function sheetRow(cells: readonly Cell[]): string {
  return `<row>${cells.map(sheetCell).join('')}</row>`;
}

class SheetWriter extends Transform {
  constructor() {
    super({ writableObjectMode: true, writableHighWaterMark: 4 });
    this.push(sheetHead);
  }

  override _transform(cells: readonly Cell[], _encoding: BufferEncoding, done: TransformCallback): void {
    done(null, sheetRow(cells));
  }

  override _flush(done: TransformCallback): void {
    done(null, sheetEnd);
  }
}

function sheetCell(cell: Cell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

/** XML 1.0 has no place for most control characters, however they are written. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character);
}
