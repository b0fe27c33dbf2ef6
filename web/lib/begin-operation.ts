import { type OperationRow, type Selection, startOperation } from '@lectern/contract/features/operation.ts';
import { call } from './api-client.ts';
import { currentFormat } from './format.ts';
import { dictionary } from './i18n/language.ts';
import { notify } from './notifications.ts';
import { startedPhrase } from './operation-phrases.ts';
import { randomId } from './random-id.ts';

type Order = {
  list: string;
  action: string;
  selection: Selection;
  input?: Record<string, unknown>;
  count: number;
};

/**
 * Starts an operation on one or many objects in the background. The shared failure handler reports a failure to start.
 */
export async function beginOperation({ count, input = {}, ...order }: Order): Promise<OperationRow> {
  const begun = await call(startOperation, { body: { ...order, input } }, { idempotencyKey: randomId() });
  const { texts } = dictionary.get();
  // For a single object the result follows immediately, so no start message is needed.
  if (texts && count > 1) {
    const title = startedPhrase(order, currentFormat().number(count), texts);
    notify({ level: 'info', title, text: texts.list.startedText });
  }
  return begun;
}
