import { defaultWordMode, updateSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { previewImpact, testWords, type WordChange } from '@lectern/contract/features/sensitive-word-trial.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileWords } from '../../engines/word-matcher/compile-words.ts';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { wordPage, wordRig } from '../../testing/word-rig.ts';
import { ensureStarterPack } from './starter-pack.ts';

let test: TestApp;
let rig: ReturnType<typeof wordRig>;
/** The title and document text of each resource. */
const texts = new Map<string, { source: string; text: string }[]>();

const pieces = [
  'blue',
  'fox',
  'foxes',
  'BLUE',
  'b.l.u.e',
  'ｂｌｕｅ',
  '蓝',
  '狐',
  '蓝狐',
  '藍狐',
  ' ',
  ' ',
  ', ',
  'den',
  'fox den',
  '-',
  'f0x',
];

beforeAll(async () => {
  test = await startTestApp();
  rig = wordRig(test);
  await ensureStarterPack(test.db);
  const samples = fc.sample(fc.array(fc.constantFrom(...pieces), { minLength: 3, maxLength: 14 }), {
    numRuns: 300,
    seed: 7,
  });
  for (const [index, sample] of samples.entries()) {
    const title = `r${index}`;
    const text = sample.join('') || 'nothing';
    const id = await insertTestResource(test.db, { owner_id: test.admin.userId, title });
    await test.db.insertInto('passages').values({ resource_id: id, source: 'document', position: 1, text }).execute();
    texts.set(id, [
      { source: 'title', text: title },
      { source: 'document', text },
    ]);
    await test.container.services.scans.scan(id);
  }
}, 300_000);
afterAll(() => test.close());

type ListedWord = { text: string; mode?: 'exact' | 'contains' | 'wildcard'; variants?: boolean; exceptions?: string[] };

/** Matches every text directly, without an index. */
function spots(word: ListedWord | null): Map<string, Set<string>> {
  const whole = {
    id: 'w',
    mode: defaultWordMode(word?.text ?? ''),
    variants: true,
    language: null,
    sources: [],
    kinds: [],
    exceptions: [],
  };
  const matcher = compileWords(word ? [{ ...whole, ...word }] : []);
  return new Map(
    [...texts].map(([id, held]) => [
      id,
      new Set(
        held.flatMap(({ source, text }) =>
          matcher.find(text, { source }).map((one) => `${source} ${one.start} ${one.end}`),
        ),
      ),
    ]),
  );
}

function naive(before: ListedWord | null, after: ListedWord | null) {
  const [old, next] = [spots(before), spots(after)];
  const has = (from: Map<string, Set<string>>, beyond: Map<string, Set<string>>) =>
    [...from].filter(([id, all]) => [...all].some((spot) => !beyond.get(id)?.has(spot))).length;
  return { flagged: { value: has(next, old), exact: true }, cleared: { value: has(old, next), exact: true } };
}

const preview = async (...changes: WordChange[]) => {
  const answer = await test.call(previewImpact, { body: { changes } as never }, { as: test.admin });
  expect(answer).toMatchObject({ http: 200 });
  return answer.data;
};

describe('the impact of a change', () => {
  it.each<ListedWord>([
    { text: 'blue' },
    { text: 'fox', mode: 'exact' },
    { text: 'blue', variants: false, mode: 'exact' },
    { text: '蓝狐' },
    { text: 'fo*den', mode: 'wildcard' },
    { text: 'unheard of' },
  ])('of the new word %j is what a look at every text finds', async (word) => {
    const impact = await preview({ kind: 'add', word: word as never });
    expect(impact).toMatchObject({ ...naive(null, word), cutShort: false });
    expect(impact.samples.length).toBe(Math.min(10, impact.flagged.value));
    for (const { excerpt } of impact.samples) expect(excerpt.mark[1]).toBeGreaterThan(excerpt.mark[0]);
  });

  it('of an exception, of another way to match and of a word that goes is so, too', async () => {
    const saved: ListedWord = { text: 'fox', mode: 'contains' };
    const { id } = await rig.add({ text: 'fox', mode: 'contains', severity: 'notice' });
    const change = (word: Partial<ListedWord>) => preview({ kind: 'change', id, word: word as never });
    const excepted = { exceptions: ['fox den'] };
    expect(await change(excepted)).toMatchObject(naive(saved, { ...saved, ...excepted }));
    expect(await change({ mode: 'exact' })).toMatchObject(naive(saved, { ...saved, mode: 'exact' }));
    expect(await preview({ kind: 'remove', id })).toMatchObject(naive(saved, null));
    const graver = await preview({ kind: 'change', id, word: { severity: 'block' } });
    expect(graver.flagged.value).toBe(0);
    expect(graver.unpublished.value).toBe(naive(null, saved).flagged.value);
  });

  it('takes nothing out of publication for a match that is likely false', async () => {
    const id = await insertTestResource(test.db, {
      owner_id: test.admin.userId,
      title: '近代写生',
      state: 'published',
    });
    await test.container.services.scans.scan(id);
    const impact = await preview({ kind: 'add', word: { text: '代写', severity: 'block' } as never });
    expect(impact).toMatchObject({ flagged: { value: 1 }, unpublished: { value: 0 } });
    expect(impact.samples).toMatchObject([{ resource: { id }, likelyFalse: true }]);
  });

  it('shows no samples outside the data scope', async () => {
    const editor = await test.identity({ roleId: 3, pages: [wordPage] });
    const body = { changes: [{ kind: 'add', word: { text: 'blue' } }] } as never;
    const { data } = await test.call(previewImpact, { body }, { as: editor });
    expect(data.flagged).toEqual(naive(null, { text: 'blue' }).flagged);
    expect(data.samples).toEqual([]);
  });
});

describe('the test panel', () => {
  it('marks likely false matches and those dismissed for their word', async () => {
    const word = await rig.add({ text: '代写', severity: 'block' });
    const ask = async () => {
      const body = { of: { text: '当代写作与论文代写' } };
      return (await test.call(testWords, { body }, { as: test.admin })).data.texts[0]?.marks;
    };
    expect(await ask()).toMatchObject([
      { start: 1, likelyFalse: true, dismissed: false },
      { start: 7, likelyFalse: false, dismissed: false },
    ]);
    const body = { ignoreLikelyFalse: true, version: word.version };
    await test.call(updateSensitiveWord, { params: { id: word.id }, body }, { as: test.admin });
    expect(await ask()).toMatchObject([
      { start: 1, likelyFalse: true, dismissed: true },
      { start: 7, likelyFalse: false, dismissed: false },
    ]);
  });

  it('marks matches with their disguise, and shows what an exception hides', async () => {
    const word = await rig.add({ text: 'gold ring', exceptions: ['gold ring road'] });
    const text = 'A G.O.L.D ring on the gold ring road.';
    const ask = (body: object) =>
      test.call(testWords, { body: { of: { text }, ...body } as never }, { as: test.admin });
    const { data } = await ask({});
    expect(data.texts[0]?.marks).toMatchObject([
      { start: 2, end: 14, word: { id: word.id }, pass: 'loose', exception: null },
      { start: 22, end: 31, word: { id: word.id }, exception: 'gold ring road' },
    ]);
    const unsaved = (await ask({ word: { text: 'road', severity: 'block' } })).data;
    expect(unsaved.texts[0]?.marks).toMatchObject([{ start: 32, word: { id: null, text: 'road', severity: 'block' } }]);
    expect(await ask({ of: { text: 'x'.repeat(100_001) } })).toMatchObject({ http: 422 });
  });

  it('shows the texts of a resource at their place, to who looks after it', async () => {
    const [id = '', held] = [...texts].find(([, [, document]]) => document?.text.includes('blue')) ?? [];
    const body = { of: { resourceId: id }, word: { text: 'blue' } } as never;
    const { data } = await test.call(testWords, { body }, { as: test.admin });
    expect(data.texts).toMatchObject([{ place: { source: 'document' }, text: held?.[1]?.text }]);
    const editor = await test.identity({ roleId: 3, pages: [wordPage] });
    expect(await test.call(testWords, { body }, { as: editor })).toMatchObject({ http: 404 });
  });
});

it('leaves a few examples, switched off, in a library that never held anything, and never again', async () => {
  const pack = await test.db.selectFrom('sensitive_packs').select(['name', 'enabled']).executeTakeFirstOrThrow();
  expect(pack).toMatchObject({ enabled: false });
  expect(await ensureStarterPack(test.db)).toBe(false);
});
