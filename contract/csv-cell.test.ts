import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, withoutFormulaQuote } from './csv-cell.ts';

const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

describe('a cell of a CSV file', () => {
  it.each([
    ...['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', ' =1', '\n=1', '\u00a0=1', '\u3000＝1', '\u200b=1', '\ufeff=1'],
    ...['＝1+1', '＋1', '－1', '＠A1', '﹦1', '﹢1', '﹣1', '﹫A1', '−1', "'=1", "''＝1", '\tplain'],
  ])('that begins like a formula is a text: %j', (text) => {
    expect(unquoted(csvCell(text))).toBe(`'${text}`);
  });

  it.each(['a=1', 'a-b', 'mei@campus.test', "'quoted'", '第一章＝导论', '', 'a\n=1'])(
    'that is no formula stays as it is: %j',
    (text) => {
      expect(unquoted(csvCell(text))).toBe(text);
    },
  );

  it('is read back as it was', () => {
    const texts = fc.string({ unit: fc.constantFrom("'", '=', '＝', '-', ' ', '\t', 'a', '"', ',') });
    fc.assert(fc.property(texts, (text) => withoutFormulaQuote(unquoted(csvCell(text))) === text));
  });
});
