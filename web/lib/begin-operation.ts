import { type OperationRow, type Selection, startOperation } from '@lectern/contract/features/operation.ts';
import { call } from './api-client.ts';
import { dictionary } from './i18n/language.ts';
import { fillText } from './i18n/use-texts.ts';
import { notify } from './notifications.ts';
import { randomId } from './random-id.ts';

type Order = {
  list: string;
  action: string;
  selection: Selection;
  input?: Record<string, unknown>;
  /** What the user pressed, for the word that it began. */
  label: string;
  count: number;
};

/** Starts an action on one or many objects in the background. A failure to start is shown like any other. */
export async function beginOperation({ label, count, input = {}, ...order }: Order): Promise<OperationRow> {
  const begun = await call(startOperation, { body: { ...order, input } }, { idempotencyKey: randomId() });
  const texts = dictionary.get().texts?.list;
  // For a single object the word that it is done comes at once.
  if (texts && count > 1)
    notify({ level: 'info', title: fillText(texts.started, { action: label, count }), text: texts.startedText });
  return begun;
}
