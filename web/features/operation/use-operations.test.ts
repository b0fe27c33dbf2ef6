import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { putOperation, toneOf } from './use-operations.ts';

const row = (change: Partial<OperationRow>) =>
  ({ id: 'one', state: 'queued', done: 0, skipped: 0, failed: 0, undone: 0, ...change }) as OperationRow;

function shownAfter(...told: OperationRow[]): OperationRow | undefined {
  const client = new QueryClient();
  client.setQueryData(['operations'], { pages: [{ rows: [], more: false }], pageParams: [undefined] });
  for (const one of told) putOperation(client, one);
  const data = client.getQueryData<{ pages: { rows: OperationRow[] }[] }>(['operations']);
  return data?.pages[0]?.rows[0];
}

it('an operation that is over stays so when the answer that it began comes late', () => {
  const over = row({ state: 'done', done: 2 });
  expect(shownAfter(row({}), over, row({}))).toEqual(over);
});

it('progress never goes backwards', () => {
  const running = row({ state: 'running', done: 5 });
  expect(shownAfter(running, row({ state: 'running', done: 3 }))).toEqual(running);
  expect(shownAfter(running, row({}))).toEqual(running);
});

it('a finished operation follows its Undo', () => {
  const undone = row({ state: 'done', done: 2, undone: 2 });
  expect(shownAfter(row({ state: 'done', done: 2 }), undone)).toEqual(undone);
});

it('an operation that left items out is shown as a warning, not as a success', () => {
  const tones = [{ done: 2 }, { done: 2, skipped: 6 }, { done: 2, failed: 1 }].map((counts) =>
    toneOf(row({ state: 'done', ...counts })),
  );
  expect(tones).toEqual(['ok', 'warn', 'warn']);
});
