import { describe, expect, it } from 'vitest';
import { findSpans, foldQuery, foldRuns } from './use-pdf-search.ts';

const page = (...lines: string[]) => foldRuns(lines.map((str) => ({ str, hasEOL: true })));
const find = (lines: string[], query: string) => findSpans(page(...lines), foldQuery(query));

describe('searching the text of a page', () => {
  it('finds words in any case, width and ligature', () => {
    expect(find(['The Oﬃce of ＡＴＰ'], 'office OF atp')).toEqual([{ fromRun: 0, from: 4, toRun: 0, to: 15 }]);
  });

  it('finds a phrase that goes over the end of a line', () => {
    expect(find(['proton', 'gradient'], 'proton gradient')).toEqual([{ fromRun: 0, from: 0, toRun: 1, to: 8 }]);
  });

  it('finds Chinese over the end of a line, and across spaces of the layout', () => {
    expect(find(['线粒 体的', '结构'], '线粒体的结构')).toEqual([{ fromRun: 0, from: 0, toRun: 1, to: 2 }]);
  });

  it('does not join words that are apart', () => {
    expect(find(['pro', 'ton'], 'proton')).toEqual([]);
  });

  it('finds every place once, and nothing for nothing', () => {
    expect(find(['aaaa'], 'aa')).toHaveLength(2);
    expect(find(['text'], '  ')).toEqual([]);
  });

  it('reads over soft hyphens', () => {
    expect(find(['mito\u00adchondria'], 'mitochondria')).toEqual([{ fromRun: 0, from: 0, toRun: 0, to: 13 }]);
  });
});
