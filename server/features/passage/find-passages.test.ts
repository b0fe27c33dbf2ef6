import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { newId } from '../../platform/new-id.ts';
import { insertTestResource } from '../../testing/insert-resource.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { findsPassages, holdsPassage, isAmongFound, shareOf } from './find-passages.ts';
import { foldText, passageWords } from './passage-text.ts';

let db: Db;
let drop: () => Promise<void>;
const texts = new Map<string, string[]>();

/**
 * A small alphabet, so that searches match often: accents, full width, two scripts, surrogate pairs and query
 * operators.
 */
const letters = [
  'a',
  'b',
  'A',
  'é',
  'e',
  'ｂ',
  '数',
  '学',
  '𠮷',
  'か',
  ' ',
  ' ',
  '-',
  "'",
  '\\',
  '%',
  '&',
  '!',
  ':*',
  '💡',
];
const someText = (max: number) => fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: max });

beforeAll(async () => {
  const test = await createTestDatabase();
  drop = test.drop;
  ({ db } = openDatabase({ databaseUrl: test.databaseUrl, applicationName: 'test', poolSize: 2 }));
  const owner = newId();
  await sql`insert into users (id, account, name, role_id) values (${owner}, 'owner', 'Owner', 4)`.execute(db);
  const samples = fc.sample(someText(12), { numRuns: 240, seed: 5 }).map((parts) => parts.join(''));
  for (let at = 0; at < samples.length; at += 3) {
    const title = `r${at}`;
    const id = await insertTestResource(db, { owner_id: owner, title });
    const held = samples.slice(at, at + 3);
    texts.set(id, [title, ...held]);
    await sql`insert into passages (resource_id, source, position, text)
      select ${id}, 'document', place, text
      from unnest(${held}::text[]) with ordinality given (text, place)`.execute(db);
  }
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

async function idsBy(condition: Condition): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from resources where ${condition} order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Searches without an index, word by word. */
function naive(words: readonly string[]): string[] {
  const isIn = (text: string) => {
    const own = foldText(text).folded.split(' ');
    return words.every((word) =>
      /^[\u2e80-\u{10ffff}]/u.test(word)
        ? own.some((other) => other.includes(word))
        : own.some((other) => other.startsWith(word)),
    );
  };
  return [...texts].flatMap(([id, held]) => (words.length > 0 && held.some(isIn) ? [id] : [])).sort();
}

describe('a passage search', () => {
  it('finds what a look at every word finds, through the index and on a walk', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(someText(5), async (parts) => {
        const words = passageWords(parts.join(''));
        const expected = naive(words);
        found += expected.length;
        expect(await idsBy(holdsPassage({ words }))).toEqual(expected);
        expect(await idsBy(await findsPassages(db, { words }))).toEqual(expected);
        if (words.length > 0) expect(await idsBy(await isAmongFound(db, { words }))).toEqual(expected);
      }),
      { numRuns: 120 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('knows how frequent words are together', async () => {
    expect(await shareOf(db, ['nowhere'])).toBe(0);
    expect(await shareOf(db, ['a', 'b'])).toBeLessThan(await shareOf(db, ['a']));
  });

  it('takes words of any length', async () => {
    const id = [...texts.keys()][0] ?? '';
    const word = 'long'.repeat(100);
    await sql`insert into passages (resource_id, source, position, text)
      values (${id}, 'ocr', 1, ${`${word} ${'字'.repeat(900)}`})`.execute(db);
    for (const words of [[word], [word.slice(0, 60)], ['字'.repeat(150)]]) {
      expect(await idsBy(await isAmongFound(db, { words }))).toEqual([id]);
    }
    expect(await idsBy(await isAmongFound(db, { words: [`${word.slice(0, 60)}x`] }))).toEqual([]);
    await sql`delete from passages where source = 'ocr'`.execute(db);
  });
});

describe('the database', () => {
  it('folds texts as the server does', async () => {
    const points = fc.oneof(
      fc.constantFrom(
        ...letters,
        'İ',
        'Σ',
        'ς',
        'ß',
        '①',
        '½',
        '㍿',
        '한',
        '\u3099',
        'は',
        '\u00ad',
        '\u200d',
        '　',
        '、',
        '·',
      ),
      fc.integer({ min: 1, max: 0x33ff }).map((point) => String.fromCodePoint(point)),
      fc.integer({ min: 0x1f300, max: 0x20fff }).map((point) => String.fromCodePoint(point)),
    );
    const samples = fc
      .sample(fc.array(points, { maxLength: 12 }), { numRuns: 4_000, seed: 9 })
      // Leaves out Hangul jamo, which combine into syllables, and characters newer than the database's Unicode version.
      .map((parts) => parts.join('').replaceAll(/[\u1100-\u11ff\u3131-\u318e]|\p{Cn}/gu, ''));
    const { rows } = await sql<{ text: string; folded: string }>`
      select text, fold_text(text) as folded from unnest(${samples}::text[]) given (text)`.execute(db);
    expect(rows).toHaveLength(samples.length);
    expect(rows.filter(({ text, folded }) => foldText(text).folded !== folded)).toEqual([]);
  });
});
