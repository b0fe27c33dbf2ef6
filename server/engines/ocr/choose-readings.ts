import type { ReadCharacter } from './decode-line.ts';
import type { OcrOptions } from './port.ts';
import type { RawLine } from './read-lines.ts';
import { hanShare, isHan } from './script.ts';

export type ChosenReading = { line: RawLine; characters: ReadCharacter[] };

/** A page with less Chinese than this has none: the recogniser takes dashes, bars and stains for it now and then. */
const strayShare = 0.02;
/** On such a page, this many sure ones in one line are meant all the same. */
const sureCharacters = 2;
const sure = 0.85;

/** For each line the reading with all characters, or the one with the characters of English alone. */
export function chooseReadings(lines: readonly RawLine[], language: OcrOptions['language']): ChosenReading[] {
  const share = hanShare(lines.map(({ reading }) => textOf(reading.all)).join('')) ?? 0;
  const isEnglish = language === 'en' || (language === 'auto' && share < strayShare);
  return lines.map((line) => {
    const { all, latin } = line.reading;
    const meant = all.filter(({ text, confidence }) => isHan(text) && confidence > sure).length >= sureCharacters;
    return { line, characters: isEnglish && (language === 'en' || !meant) ? latin : all };
  });
}

function textOf(characters: readonly ReadCharacter[]): string {
  return characters.map(({ text }) => text).join('');
}
