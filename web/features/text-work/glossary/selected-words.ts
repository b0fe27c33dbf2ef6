import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { placeAt } from '../../../components/workbench/model/word-places.ts';

const edges = /^[\s\p{P}]+|[\s\p{P}]+$/gu;

/** What is selected in the text, or the word under the caret: without the signs around it. */
export function selectedWords(work: TextWork): string {
  const here = work.here();
  const line = here && work.lineOf(here.key);
  if (!here || !line) return '';
  const selected = line.text.slice(here.from, here.to);
  const found = selected.trim() === '' ? (placeAt(line, here.from)?.word.text ?? '') : selected;
  return found.replace(edges, '').replace(/\s+/g, ' ').slice(0, 200);
}
