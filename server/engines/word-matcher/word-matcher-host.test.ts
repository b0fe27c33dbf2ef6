import { afterAll, describe, expect, it } from 'vitest';
import type { MatcherWord } from './port.ts';
import { MatcherBusy, MatcherThreadLost, WordMatcherHost } from './word-matcher-host.ts';

function* words(count: number): Generator<MatcherWord> {
  for (let at = 0; at < count; at += 1) {
    const text = at === 0 ? 'bad' : `word${at}`;
    yield { id: text, text, mode: 'exact', variants: true, language: null, sources: [], kinds: [], exceptions: [] };
  }
}

const host = new WordMatcherHost({ memoryMb: 32, mostWaiting: 3 });
afterAll(() => host.close());

const ask = (text: string) => host.findAll([{ id: 't', text }]);

describe('the matcher thread', () => {
  it('says that nothing is loaded', async () => {
    await expect(ask('bad')).rejects.toThrow('No words are loaded.');
  });

  it('finds words in many texts, and says by which dictionary', async () => {
    host.open();
    await host.load('v1', () => words(2_500));
    const { version, results } = await host.findAll([
      { id: 'one', text: 'b4d word2499' },
      { id: 'two', text: 'nothing' },
    ]);
    expect(version).toBe('v1');
    expect(results.map(({ id, found }) => [id, found.map(({ wordId }) => wordId)])).toEqual([
      ['one', ['bad', 'word2499']],
      ['two', []],
    ]);
  });

  it('takes another dictionary in place of the last one', async () => {
    await host.load('v2', async function* () {
      yield* words(1);
    });
    const { version, results } = await ask('bad word2');
    expect([version, results[0]?.found.length]).toEqual(['v2', 1]);
  });

  it('refuses more than it can hold', async () => {
    const asked = await Promise.allSettled(['a', 'b', 'c', 'd'].map(ask));
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(asked[3]).toMatchObject({ reason: expect.any(MatcherBusy) });
  });

  it('fails a request when it runs out of memory, and answers the next one', async () => {
    // More words than fit into the thread's memory, so loading fails halfway.
    const tooMuch = host.load('huge', function* () {
      for (const word of words(3_000)) yield { ...word, id: `${word.id}${'x'.repeat(40_000)}` };
    });
    await expect(tooMuch).rejects.toThrow(MatcherThreadLost);
    await host.load('v3', () => words(1));
    expect((await ask('b.a.d')).results[0]?.found).toHaveLength(1);
  });

  it('ends, and takes nothing more', async () => {
    await host.close();
    await expect(host.load('v4', () => words(1))).rejects.toThrow('closed');
  });
});
