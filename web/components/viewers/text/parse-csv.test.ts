import { describe, expect, it } from 'vitest';
import { parseCsv } from './text-viewer.tsx';

describe('a table in a text', () => {
  it('is read with quotes, and with separators and line ends within quotes', () => {
    expect(parseCsv('a,b\r\n"x, ""y""","1\n2"\r\n\r\nlast,', 10)).toEqual([
      ['a', 'b'],
      ['x, "y"', '1\n2'],
      ['last', ''],
    ]);
  });

  it('is read by the separator it uses', () => {
    expect(parseCsv('a;b;c\n1,5;2;3', 10)).toEqual([
      ['a', 'b', 'c'],
      ['1,5', '2', '3'],
    ]);
  });

  it('ends where enough was read', () => {
    expect(parseCsv('1\n2\n3\n4', 2)).toEqual([['1'], ['2']]);
  });
});
