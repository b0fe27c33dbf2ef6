import { type ListDeclaration, viewSchema } from '@lectern/contract/list/define-list.ts';
import { invalidField } from '../app-error.ts';
import { invalidInput } from '../invalid-input.ts';
import type { View } from './view-conditions.ts';

/** Parts of a list's address that say where one stands in it, not what belongs to it. */
const positionNames = new Set(['cursor', 'page', 'size']);

/**
 * The view that a list's query string stands for. What is not declared is refused, never left out: a filter that got
 * lost would carry the action out on more than the person saw.
 */
export function parseMatching(list: ListDeclaration, matching: string): View {
  const entries = [...new URLSearchParams(matching)].filter(([name]) => !positionNames.has(name));
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) throw invalidField('selection.matching', 'repeated');
  const parsed = viewSchema(list).safeParse(Object.fromEntries(entries));
  if (!parsed.success) throw invalidInput(parsed.error, 'selection', 'matching');
  return parsed.data as View;
}
