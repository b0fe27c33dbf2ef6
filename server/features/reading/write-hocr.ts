import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { Written } from './reading-file.ts';

/** Where a page does not tell its size, its boxes are given on a page of this many points. */
const unknownSide = 1000;

/** The text with its places, as programs that read scanned pages exchange it. */
export async function* writeHocr({ title, reading, parts }: Written): AsyncGenerator<string> {
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
  const width = part.width ?? unknownSide;
  const height = part.height ?? unknownSide;
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
  // XML knows no control characters but those that end lines and cells.
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '').replace(/[&<>"']/g, (found) => entities[found] ?? '');
}
