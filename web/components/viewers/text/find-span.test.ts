import { expect, it } from 'vitest';
import { findSpan } from './text-viewer.tsx';

const marked = (text: string, words: string) => {
  const span = findSpan(text, words);
  return span && text.slice(span.start, span.end);
};

it('finds words across line breaks', () => {
  expect(marked('# Rock\n\nGas in the\n  magma (hot) pushes.', 'Gas in the magma (hot) pushes.')).toBe(
    'Gas in the\n  magma (hot) pushes.',
  );
  expect(marked('线粒体是细胞的动力工厂。', '细胞的动力工厂')).toBe('细胞的动力工厂');
});

it('passes over marks of the format between words', () => {
  expect(marked('Gas in **the** magma', 'Gas in the magma')).toBe('Gas in **the** magma');
});

it('shows at least the start of words that continue differently', () => {
  const start = 'The long beginning of a paragraph that is the same in both of them, ';
  expect(marked(`${start}and so on.`, `${start}but not so on.`)).toBe(start.slice(0, 60).trim());
});

it('finds nothing where words are missing, and treats patterns as text', () => {
  expect(findSpan('aaa', 'a.a')).toBeNull();
  expect(findSpan('text', '  ')).toBeNull();
});
