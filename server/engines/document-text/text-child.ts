import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { type Draft, longestBlock, mostBlocks, mostCharacters, type Reading, ReadProblem } from './port.ts';

const mark: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const plain = (text: string) => text.replace(/[&<>]/g, (character) => mark[character] ?? '');

/** A plain HTML page of the extracted text: no links, images or scripts, so there is nothing to fetch. */
function* toHtml(drafts: Iterable<Draft>): Generator<string> {
  yield '<!DOCTYPE html><html><head><meta charset="utf-8"><style>body{font-family:"Noto Sans","Noto Sans CJK SC"}';
  yield 'td{border:1px solid #999;padding:2px 4px}</style></head><body>\n';
  let open = '';
  const enter = (wanted: string) => {
    if (open === wanted) return '';
    const tags = `${open ? `</${open}>` : ''}${wanted ? `<${wanted}>` : ''}`;
    open = wanted;
    return tags;
  };
  for (const { text, heading, cells, item } of drafts) {
    yield enter(cells ? 'table' : item ? 'ul' : '');
    if (cells) yield `<tr>${cells.map((cell) => `<td>${plain(cell)}</td>`).join('')}</tr>\n`;
    else if (item) yield `<li>${plain(text)}</li>\n`;
    else yield heading ? `<h${heading}>${plain(text)}</h${heading}>\n` : `<p>${plain(text)}</p>\n`;
  }
  yield `${enter('')}</body></html>\n`;
}

export type TextTask = { file: string; format: string; folder: string };
export type TextLine =
  | { block: { text: string; heading?: number; slide?: number; sheet?: string } }
  | {
      end: true;
      isCut: boolean;
      title: string | null;
      drawable: { file: string; format: 'txt' | 'html' | 'csv' } | null;
    }
  | { problem: string; code: ReadProblem['code'] };

const task = JSON.parse(process.argv[2] ?? '') as TextTask;
const say = (line: TextLine) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const reading = await read(await readFile(task.file), task.format);
  const kept: Draft[] = [];
  const isCut = keep(reading.drafts, kept);
  for (const { text, heading, slide, sheet } of kept) {
    // Skip blocks without text, such as a lone bullet or a line of dashes.
    if (!/[\p{L}\p{N}\p{S}]/u.test(text)) continue;
    say({ block: { text, ...(heading && { heading }), ...(slide && { slide }), ...(sheet && { sheet }) } });
  }
  const drawable = reading.drawAs ? await writeDrawable(reading.drawAs, kept, reading.plain ?? '') : null;
  say({ end: true, isCut, title: reading.title?.slice(0, 500) ?? null, drawable });
} catch (error) {
  const code = error instanceof ReadProblem ? error.code : error instanceof RangeError ? 'tooLarge' : 'damaged';
  say({ problem: error instanceof Error ? error.message : String(error), code });
}

/** Readers are imported on demand because some are large. */
async function read(bytes: Buffer, format: string): Promise<Reading> {
  switch (format) {
    case 'docx':
    case 'docm':
      return (await import('./read-docx.ts')).readDocx(bytes);
    case 'xlsx':
    case 'xlsm':
    case 'xls':
    case 'ods':
      return (await import('./read-workbook-text.ts')).readWorkbookText(bytes);
    case 'pptx':
    case 'pptm':
      return (await import('./read-pptx.ts')).readPptx(bytes);
    case 'odt':
    case 'odp':
    case 'odg':
      return (await import('./read-open-document.ts')).readOpenDocument(bytes);
    case 'epub':
      return (await import('./read-epub.ts')).readEpub(bytes);
    case 'html':
      return (await import('./html-drafts.ts')).readHtml(bytes);
    case 'md':
      return (await import('./read-markdown.ts')).readMarkdown(bytes);
    case 'csv':
      return (await import('./read-plain.ts')).readCsv(bytes);
    case 'txt':
      return (await import('./read-plain.ts')).readText(bytes);
    case 'srt':
    case 'vtt':
      return (await import('./read-plain.ts')).readSubtitles(bytes);
    default:
      throw new ReadProblem('unsupported', `Reading ${format} files isn’t supported.`);
  }
}

function keep(drafts: Iterable<Draft>, kept: Draft[]): boolean {
  let left = mostCharacters;
  for (const draft of drafts) {
    const text = draft.text
      .replace(/\p{Cc}/gu, ' ')
      .normalize('NFC')
      .toWellFormed();
    for (let at = 0; at < text.length; at += longestBlock) {
      if (kept.length >= mostBlocks || left <= 0) return true;
      const piece = text.slice(at, at + longestBlock).toWellFormed();
      left -= piece.length;
      kept.push({ ...draft, text: piece });
    }
  }
  return false;
}

async function writeDrawable(format: 'txt' | 'html' | 'csv', drafts: Draft[], plain: string) {
  const file = path.join(task.folder, `drawable.${format}`);
  const stream = createWriteStream(file);
  if (format === 'html') for (const piece of toHtml(drafts)) stream.write(piece);
  if (format === 'csv') for (const { cells = [] } of drafts) stream.write(`${cells.map(quoted).join(',')}\n`);
  if (format === 'txt') stream.write(plain.slice(0, mostCharacters));
  stream.end();
  await finished(stream);
  return { file, format };
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
