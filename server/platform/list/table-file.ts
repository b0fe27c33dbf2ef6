import { Readable } from 'node:stream';
import type { ExportFormat } from '@lectern/contract/list/define-list.ts';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import { type Cell, csvLine } from './csv.ts';

type Records = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

export const tableTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export function sendTable(
  reply: FastifyReply,
  { name, format, records }: { name: string; format: ExportFormat; records: Records },
): FastifyReply {
  reply.headers({
    'content-type': tableTypes[format],
    'content-disposition': `attachment; filename="${name}.${format}"`,
  });
  return reply.send(tableFile(format, records));
}

/** Streams records as a file, so only a few are in memory at once. */
export function tableFile(format: ExportFormat, records: Records): Readable {
  const text = Readable.from(textOf(format, records), { objectMode: false, highWaterMark: 64 * 1024 });
  return format === 'csv' ? text : workbookOf(text);
}

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

const sheetStart = `${head}<worksheet xmlns="${main}"><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

/** One spreadsheet row. Texts are inline strings, so no program reads them as formulas. */
function sheetRow(cells: readonly Cell[]): string {
  return `<row>${cells.map(sheetCell).join('')}</row>`;
}

/** A workbook with one streamed sheet. */
function workbookOf(sheet: Readable): Readable {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  const file = zip.outputStream as Readable;
  sheet.once('error', (error) => file.destroy(error));
  file.once('close', () => sheet.destroy());
  return file;
}

function sheetCell(cell: Cell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

/** XML 1.0 forbids most control characters, even escaped. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character);
}

const writers = {
  // The BOM tells spreadsheet programs that the file is UTF-8.
  csv: { start: '\ufeff', line: csvLine, end: '' },
  xlsx: { start: sheetStart, line: sheetRow, end: sheetEnd },
};

async function* textOf(format: ExportFormat, records: Records): AsyncGenerator<string> {
  const { start, line, end } = writers[format];
  let batch = start;
  for await (const record of records) {
    batch += line(record);
    if (batch.length < 16 * 1024) continue;
    yield batch;
    batch = '';
  }
  yield batch + end;
}
