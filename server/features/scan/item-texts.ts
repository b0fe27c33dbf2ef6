import { foldText } from '../../platform/passages/fold-text.ts';
import type { ReadItem } from '../../platform/publication/publishable-item.ts';
import type { ScannedText } from './scanned-text.ts';

/** The texts of an item that has neither files nor passages; places count within each source. */
export function itemTexts({ texts, language }: Pick<ReadItem, 'texts' | 'language'>): ScannedText[] {
  const positions = new Map<string, number>();
  return texts.map(({ source, text }) => {
    const position = (positions.get(source) ?? 0) + 1;
    positions.set(source, position);
    return {
      source,
      position,
      text,
      language,
      page: null,
      box: null,
      startMs: null,
      endMs: null,
      passageId: null,
      readingId: null,
      folded: foldText(text).folded,
      variants: '',
      noteId: null,
    };
  });
}
