import type { PdfPageText } from './port.ts';

/** A page number, the name of an app that scans: this is no text of the page. */
const fewCharacters = 60;
const mostOfThePage = 0.5;
const unreadableShare = 0.3;

/** Whether the words of a page are in its picture only. `isBlank`: as drawn, if it was. */
export function needsOcr(text: PdfPageText, isBlank: boolean | undefined): boolean {
  if (isBlank === true) return false;
  // Letters drawn as shapes make no picture, and are seen all the same.
  if (text.characters === 0) return isBlank === false || text.pictures > 0.1;
  if (text.characters < fewCharacters && text.pictures >= mostOfThePage) return true;
  return unreadable(text) > unreadableShare;
}

/** Fonts that don't say which letter a shape is give signs that mean nothing. */
function unreadable({ blocks, characters }: PdfPageText): number {
  const signs = blocks.reduce((sum, block) => sum + (block.text.match(/[\ufffd\p{Co}\p{Cn}]/gu)?.length ?? 0), 0);
  return signs / Math.max(1, characters + signs);
}
