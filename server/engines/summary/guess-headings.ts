import type { TextBlock } from './port.ts';

const numbered =
  /^(?:(?:chapter|part|section|unit|lecture|lesson|module)\s+[\divxlc]+\b|第[一二三四五六七八九十百\d]+[章节讲课部分篇单元])/iu;
const counted = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}[^.!?。！？]{2,80}$/u;
const known =
  /^(?:abstract|summary|introduction|conclusions?|references|bibliography|acknowledgements?|摘\s*要|引\s*言|绪\s*论|前\s*言|结\s*论|参考文献|目\s*录)[:：]?$/iu;
const longest = 90;

/** Files that do not say what a heading is still have lines that look like one: numbered, or called as headings are. */
export function guessHeadings(blocks: readonly TextBlock[]): TextBlock[] {
  if (blocks.some(({ heading, startMs }) => heading || startMs !== undefined)) return [...blocks];
  return blocks.map((block) => {
    const text = block.text.trim();
    if (text.length > longest || /\.{4,}|…{3,}/u.test(text)) return block;
    const level = levelOf(text);
    return level ? { ...block, heading: level } : block;
  });
}

function levelOf(text: string): number | undefined {
  if (known.test(text)) return 1;
  if (numbered.test(text) && !/[.!?。！？]$/u.test(text)) return /^(?:第.+[节课]|section|lesson)/iu.test(text) ? 2 : 1;
  const count = counted.exec(text)?.[1];
  return count ? Math.min(6, count.split('.').length) : undefined;
}
