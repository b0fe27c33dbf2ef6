import type {
  Reading,
  ReadingLine,
  ReadingPart,
  ReadingSource,
  readingFormats,
} from '@lectern/contract/features/reading.ts';
import { type SubtitleFormat, writeClock } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { escapeCueText } from '@lectern/contract/subtitle/write-subtitles.ts';
import { wordSpans } from '@lectern/contract/text-edit/word-spans.ts';
import { type PlacedText, type SearchablePage, writeSearchablePdf } from '../../engines/pdf/write-searchable-pdf.ts';
import { writeDocx } from './write-docx.ts';

/** Writes a transcript as subtitles, one caption per segment. */
function writeCaptions(format: SubtitleFormat) {
  return async function* write({ parts }: Written): AsyncGenerator<string> {
    if (format === 'vtt') yield 'WEBVTT\n\n';
    let number = 0;
    for await (const part of parts) {
      for (const line of part.lines) {
        const text = escapeCueText(captionText(line), format);
        if (!text || line.startMs === undefined || line.endMs === undefined) continue;
        number += 1;
        const times = [line.startMs, Math.max(line.endMs, line.startMs + 1)].map((ms) => writeClock(ms, format));
        yield `${format === 'srt' ? `${number}\n` : ''}${times.join(' --> ')}\n${text}\n\n`;
      }
    }
  };
}

/** An empty line would end the caption, and an arrow would be parsed as a timing. */
function captionText({ text, speaker }: ReadingLine): string {
  const said = speaker ? `${speaker}: ${text}` : text;
  return said.replace(/\s+/g, ' ').replaceAll('-->', '→').trim();
}

/** Page size in pixels when it is unknown. */
const unknownSide = { width: 1000, height: 1414 };

/** Writes a searchable PDF: page images with the recognized text at its positions. */
function writePdf({ parts, picture }: Written): AsyncGenerator<Buffer> {
  async function* pages(): AsyncGenerator<SearchablePage> {
    for await (const part of parts)
      yield { ...sizeOf(part), texts: part.lines.flatMap(textsOf), ...(await shown(part)) };
  }
  async function shown(part: ReadingPart): Promise<Pick<SearchablePage, 'picture'>> {
    const found = await picture?.(part.number);
    return found ? { picture: { ...found, turn: part.rotation ?? 0 } } : {};
  }
  return writeSearchablePdf(pages());
}

function sizeOf({ width, height }: ReadingPart): { width: number; height: number } {
  return width && height ? { width, height } : unknownSide;
}

/** One entry per word where word positions are known, including the spaces between them. */
function textsOf(line: ReadingLine): PlacedText[] {
  if (!line.words?.every(({ box }) => box)) return line.box ? [{ text: line.text, box: line.box }] : [];
  const spans = wordSpans(line);
  return line.words.flatMap(({ text, box }, at) => {
    const end = spans[at]?.end ?? 0;
    const isLast = at === (line.words?.length ?? 0) - 1;
    return box ? [{ text: isLast || !/\s/.test(line.text[end] ?? '') ? text : `${text} `, box }] : [];
  });
}

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

/** The file format for this text source; undefined when not supported. */
export function readingFileOf(format: Format, source: ReadingSource): ReadingFile | undefined {
  const { of, ...file } = files[format];
  return of.includes(source) ? file : undefined;
}

async function* writeText({ parts, reading }: Written): AsyncGenerator<string> {
  let first = true;
  for await (const part of parts) {
    // Pages are separated by a form feed, the convention for plain text; transcripts just continue.
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

export type PagePicture = { jpeg: Buffer; width: number; height: number };

/** A text to export, with its parts as a stream. */
export type Written = {
  title: string;
  reading: Reading;
  parts: AsyncIterable<ReadingPart>;
  /** The image of a page, for formats that include it. */
  picture?(page: number): Promise<PagePicture | undefined>;
};

/** The page size in points used for boxes when it is unknown. */
const unknownHocrSide = 1000;

/** Writes hOCR, the exchange format for recognized text with positions. */
async function* writeHocr({ title, reading, parts }: Written): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="${escapeXml(reading.language ?? '')}">
<head>
<title>${escapeXml(title)}</title>
<meta name="ocr-system" content="${escapeXml(reading.engine ?? 'Lectern')}"/>
<meta name="ocr-capabilities" content="ocr_page ocr_line ocrx_word"/>
</head>
<body>
`;
  for await (const part of parts) yield pageOf(part);
  yield '</body>\n</html>\n';
}

function pageOf(part: ReadingPart): string {
  const width = part.width ?? unknownHocrSide;
  const height = part.height ?? unknownHocrSide;
  const boxOf = (box: readonly number[] | undefined) => {
    const [left = 0, top = 0, wide = 0, high = 0] = box ?? [];
    const corners = [left * width, top * height, (left + wide) * width, (top + high) * height];
    return `bbox ${corners.map(Math.round).join(' ')}`;
  };
  const lines = part.lines.map((line, at) => {
    const id = `${part.number}_${at + 1}`;
    const words = (line.words ?? []).map((word, place) => {
      const sure = word.confidence === null ? '' : `; x_wconf ${Math.round(word.confidence * 100)}`;
      return `<span class="ocrx_word" id="word_${id}_${place + 1}" title="${boxOf(word.box)}${sure}">${escapeXml(word.text)}</span>`;
    });
    const content = words.length > 0 ? words.join(' ') : escapeXml(line.text);
    return `<span class="ocr_line" id="line_${id}" title="${boxOf(line.box)}">${content}</span>`;
  });
  const title = `bbox 0 0 ${Math.round(width)} ${Math.round(height)}; ppageno ${part.number - 1}`;
  return `<div class="ocr_page" id="page_${part.number}" title="${title}">\n${lines.join('\n')}\n</div>\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeXml(text: string): string {
  // XML does not allow control characters except tab, line feed and carriage return.
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '').replace(/[&<>"']/g, (found) => entities[found] ?? '');
}
