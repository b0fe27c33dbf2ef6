import { type ListDeclaration, viewSchema } from '@lectern/contract/list/define-list.ts';
import { invalidField } from '../app-error.ts';
import { invalidInput } from '../invalid-input.ts';
import type { View } from './view-conditions.ts';

/** Query parameters that select the page, not the rows of the view. */
const positionNames = new Set(['cursor', 'page', 'size']);

/**
 * Parses a list's query string into a view. Undeclared names are refused: ignoring a filter would apply an action to
 * more rows than the person saw.
 */
export function parseMatching(list: ListDeclaration, matching: string): View {
  const entries = [...new URLSearchParams(matching)].filter(([name]) => !positionNames.has(name));
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) throw invalidField('selection.matching', 'repeated');
  const parsed = viewSchema(list).safeParse(Object.fromEntries(entries));
  if (!parsed.success) throw invalidInput(parsed.error, 'selection', 'matching');
  return parsed.data as View;
}
