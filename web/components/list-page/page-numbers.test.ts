import { describe, expect, it } from 'vitest';
import { pageNumbers } from './list-pager.tsx';

describe('page numbers', () => {
  it('are not needed for a single page', () => {
    expect(pageNumbers(1, 1)).toEqual([]);
  });

  it('show the beginning, the neighbours and the end, with gaps between', () => {
    expect(pageNumbers(1, 7)).toEqual([1, 2, 3, null, 7]);
    expect(pageNumbers(5, 9)).toEqual([1, 2, 3, 4, 5, 6, null, 9]);
    expect(pageNumbers(7, 7)).toEqual([1, 2, 3, null, 6, 7]);
    expect(pageNumbers(2, 2)).toEqual([1, 2]);
  });

  it('name the page one walked to beyond the last number', () => {
    expect(pageNumbers(4000, 200)).toEqual([1, 2, 3, null, 200, null, 4000]);
  });
});
