import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { tableFile } from './table-file.ts';

describe.each(['csv', 'xlsx'] as const)('a table as %s', (format) => {
  it('ends with the error of its records', async () => {
    async function* records() {
      yield ['first'];
      throw new Error('the database is gone');
    }
    await expect(buffer(tableFile(format, records()))).rejects.toThrow('the database is gone');
  });

  it('closes its records when the reader goes away', async () => {
    let state = 'not begun';
    async function* records() {
      state = 'open';
      try {
        for (;;) yield ['row '.repeat(1_000)];
      } finally {
        state = 'closed';
      }
    }
    const file = tableFile(format, records());
    for await (const _ of file) if (state === 'open') break;
    await expect.poll(() => state).toBe('closed');
  });
});
