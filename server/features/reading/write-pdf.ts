import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { wordSpans } from '@lectern/contract/text-edit/word-spans.ts';
import { type PlacedText, type SearchablePage, writeSearchablePdf } from '../../engines/pdf/write-searchable-pdf.ts';
import type { Written } from './written-reading.ts';

/** Where a page does not tell its size. */
const unknownSide = { width: 1000, height: 1414 };

/** Pictures of the pages with the text over them, where it was read. */
export function writePdf({ parts, picture }: Written): AsyncGenerator<Buffer> {
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

/** Word by word where that is known, with the spaces that stand between them. */
function textsOf(line: ReadingLine): PlacedText[] {
  if (!line.words?.every(({ box }) => box)) return line.box ? [{ text: line.text, box: line.box }] : [];
  const spans = wordSpans(line);
  return line.words.flatMap(({ text, box }, at) => {
    const end = spans[at]?.end ?? 0;
    const isLast = at === (line.words?.length ?? 0) - 1;
    return box ? [{ text: isLast || !/\s/.test(line.text[end] ?? '') ? text : `${text} `, box }] : [];
  });
}
