import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { fillText, type Texts } from './i18n/use-texts.ts';

type Kind = Pick<OperationRow, 'list' | 'action'>;

/** “Publishing 3 courses”. */
export function startedPhrase(kind: Kind, count: string, { operation }: Texts): string {
  return phraseOf(operation.started, kind, objectsOf(kind, count, operation));
}

/** “3 courses published”, or “Optics 1” published for a single object. */
export function finishedPhrase(
  { about, undoOf, ...kind }: Kind & Pick<OperationRow, 'about' | 'undoOf'>,
  count: string,
  { operation }: Texts,
): string {
  const what = about ? fillText(operation.named, { name: about }) : objectsOf(kind, count, operation);
  return undoOf ? fillText(operation.changeUndone, { what }) : phraseOf(operation.finished, kind, what);
}

function objectsOf({ list }: Kind, count: string, { objects }: Texts['operation']): string {
  return fillText(objects[list] ?? objects.other ?? '', { count });
}

function phraseOf(phrases: Readonly<Record<string, string>>, { list, action }: Kind, what: string): string {
  return fillText(phrases[`${list}.${action}`] ?? phrases[action] ?? '', { what });
}
