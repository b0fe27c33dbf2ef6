import { getOperation, startOperation, undoOperation } from '@lectern/contract/features/operation.ts';
import {
  createSensitiveWord,
  getSensitiveWord,
  type SensitiveWordAction,
  type SensitiveWordRow,
} from '@lectern/contract/features/sensitive-word.ts';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { Identity, TestApp } from './test-app.ts';

export const wordPage = '/app/sensitive/word';

/** Helpers for word library tests, acting as one person. */
export function wordRig(test: TestApp, as: Identity = test.admin) {
  const ended = (id: string) =>
    eventually(async () => {
      const { data } = await test.call(getOperation, { params: { id } }, { as });
      expect(['done', 'failed', 'cancelled']).toContain(data.state);
      return data;
    }, 120_000);
  return {
    ended,
    add: async (
      word: Partial<SensitiveWordRow> & { text: string; packId?: string | null },
    ): Promise<SensitiveWordRow> => {
      const answer = await test.call(createSensitiveWord, { body: word }, { as });
      expect(answer).toMatchObject({ http: 201 });
      return answer.data;
    },
    read: async (id: string) => (await test.call(getSensitiveWord, { params: { id } }, { as })).data,
    act: async (action: SensitiveWordAction, input: Record<string, unknown>, ids: string[]) => {
      const body = { list: 'sensitiveWord', action, input, selection: { ids } };
      return ended((await test.call(startOperation, { body }, { as })).data.id);
    },
    undo: async (id: string) => ended((await test.call(undoOperation, { params: { id } }, { as })).data.id),
  };
}
