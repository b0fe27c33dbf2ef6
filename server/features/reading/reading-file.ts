import type { ReadingSource, readingFormats } from '@lectern/contract/features/reading.ts';
import { writeCaptions } from './write-captions.ts';
import { writeDocx } from './write-docx.ts';
import { writeHocr } from './write-hocr.ts';
import { writePdf } from './write-pdf.ts';
import type { Written } from './written-reading.ts';

export type ReadingFile = {
  extension: string;
  contentType: string;
  write(given: Written): AsyncIterable<string | Buffer>;
};
type Format = (typeof readingFormats)[number];

const files: Record<Format, ReadingFile & { of: readonly ReadingSource[] }> = {
  txt: {
    of: ['document', 'ocr', 'speech'],
    extension: 'txt',
    contentType: 'text/plain; charset=utf-8',
    write: writeText,
  },
  json: { of: ['document', 'ocr', 'speech'], extension: 'json', contentType: 'application/json', write: writeJson },
  hocr: { of: ['document', 'ocr'], extension: 'hocr', contentType: 'application/xhtml+xml', write: writeHocr },
  srt: {
    of: ['speech'],
    extension: 'srt',
    contentType: 'application/x-subrip; charset=utf-8',
    write: writeCaptions('srt'),
  },
  vtt: { of: ['speech'], extension: 'vtt', contentType: 'text/vtt; charset=utf-8', write: writeCaptions('vtt') },
  docx: {
    of: ['speech'],
    extension: 'docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: writeDocx,
  },
  pdf: { of: ['ocr'], extension: 'pdf', contentType: 'application/pdf', write: writePdf },
};

/** How a text of this source is written as a file of this format; undefined: not at all. */
export function readingFileOf(format: Format, source: ReadingSource): ReadingFile | undefined {
  const { of, ...file } = files[format];
  return of.includes(source) ? file : undefined;
}

async function* writeText({ parts, reading }: Written): AsyncGenerator<string> {
  let first = true;
  for await (const part of parts) {
    // A form feed between pages, as every reader of plain text expects it; speech goes on.
    if (!first) yield reading.source === 'speech' ? '\n' : '\n\f\n';
    first = false;
    yield part.lines.map((line) => line.text).join('\n');
  }
  yield '\n';
}

async function* writeJson({ title, reading, parts }: Written): AsyncGenerator<string> {
  yield `{"title":${JSON.stringify(title)},"reading":${JSON.stringify(reading)},"parts":[`;
  let separator = '';
  for await (const part of parts) {
    yield `${separator}${JSON.stringify(part)}`;
    separator = ',';
  }
  yield ']}\n';
}
