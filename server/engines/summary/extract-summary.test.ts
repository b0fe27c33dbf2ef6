import { afterAll, describe, expect, it } from 'vitest';
import { createExtractiveEngine } from './extractive-engine.ts';
import type { TextBlock } from './port.ts';
import { splitSentences } from './read-blocks.ts';
import { extractSummary, SupportIndex } from './summary.thread.ts';

const sentencesOf = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));
const signal = new AbortController().signal;

describe('sentences', () => {
  it('end at full stops, but not at initials, numbers and abbreviations', () => {
    expect(
      sentencesOf('Dr. J. Smith et al. found 3.5 percent, e.g. in Fig. 2. It grew! "Really?" she asked. Yes.'),
    ).toEqual(['Dr. J. Smith et al. found 3.5 percent, e.g. in Fig. 2.', 'It grew!', '"Really?" she asked.', 'Yes.']);
  });

  it('continue on the next line after words that need a continuation', () => {
    expect(sentencesOf('A heading\nThe flow falls, see Fig.\n1 for more. It rains etc.\nMore')).toEqual([
      'A heading',
      'The flow falls, see Fig.\n1 for more.',
      'It rains etc.',
      'More',
    ]);
  });

  it('in Chinese end without a following space, including closing quotes', () => {
    expect(sentencesOf('他说：“今天下雨。”我们去图书馆吧！好吗？价格为3.5元。')).toEqual([
      '他说：“今天下雨。”',
      '我们去图书馆吧！',
      '好吗？',
      '价格为3.5元。',
    ]);
  });
});

const paper: TextBlock[] = [
  { text: 'Photosynthesis in shaded leaves', heading: 1, page: 1 },
  { text: 'Leaves that grow in the shade get little light. Many models of photosynthesis leave them', page: 1 },
  { text: 'out altogether. In this paper we present a model of photosynthesis in shaded leaves.', page: 1 },
  { text: 'Methods', heading: 1, page: 2 },
  { text: 'We measured leaves of 40 oaks. For example, one tree had 900 leaves. The weather was fair.', page: 2 },
  { text: 'References', heading: 1, page: 3 },
  { text: 'In this paper we propose photosynthesis models. Journal of Leaves, 1999.', page: 3 },
];

describe('an extract', () => {
  it('has the key sentence, with every block that contains it', () => {
    const { sentences, outline, chapters } = extractSummary({ blocks: paper, sentences: 1 });
    expect(sentences).toEqual([
      { text: 'In this paper we present a model of photosynthesis in shaded leaves.', blocks: [2] },
    ]);
    expect(outline.map(({ title, block }) => [title, block])).toEqual([
      ['Photosynthesis in shaded leaves', 0],
      ['Methods', 3],
      ['References', 5],
    ]);
    expect(chapters).toEqual([]);
  });

  it('joins a sentence across two blocks and takes nothing from references', () => {
    const { sentences, keywords } = extractSummary({ blocks: paper, sentences: 10 });
    const texts = sentences.map(({ text }) => text);
    expect(texts).toContain('Many models of photosynthesis leave them out altogether.');
    expect(sentences.find(({ text }) => text.startsWith('Many models'))?.blocks).toEqual([1, 2]);
    expect(texts.some((text) => text.includes('Journal'))).toBe(false);
    expect(keywords.slice(0, 3).join()).toMatch(/leaves.*photosynthesis|photosynthesis.*leaves/i);
  });

  it('is deterministic, doesn’t repeat itself and works in Chinese', () => {
    const text = '本文研究大学图书馆的数字资源。数字资源包括电子书和数据库。天气很好。本文研究大学图书馆的数字资源。';
    const made = () => extractSummary({ blocks: [{ text }], sentences: 2 });
    expect(made()).toEqual(made());
    expect(made().sentences.map((sentence) => sentence.text)).toEqual([
      '本文研究大学图书馆的数字资源。',
      '数字资源包括电子书和数据库。',
    ]);
    expect(made().keywords.join()).toMatch(/图书馆|数字|资源/);
  });

  it('is empty for empty text and for text without sentences', () => {
    const nothing = { sentences: [], outline: [], keywords: [], chapters: [] };
    expect(extractSummary({ blocks: [], sentences: 5 })).toEqual(nothing);
    expect(extractSummary({ blocks: [{ text: '. . . . . . 12 ■■■■ 3' }], sentences: 5 }).sentences).toEqual([]);
  });
});

describe('chapters', () => {
  const said = (subject: string, from: number, pauseMs = 300): TextBlock[] =>
    Array.from({ length: 20 }, (_, index) => ({
      text: `The ${subject} number ${index} shows how ${subject} and more ${subject} are built from parts.`,
      startMs: from + index * 6_000,
      endMs: from + index * 6_000 + 6_000 - pauseMs,
    }));

  it('begin where the topic changes, at the start of what is said', () => {
    const blocks = [...said('volcano', 4_000), ...said('parliament', 130_000), ...said('violin', 260_000)];
    const { chapters } = extractSummary({ blocks, sentences: 3 });
    expect(chapters[0]?.startMs).toBe(0);
    expect(chapters.slice(1).map(({ startMs }) => startMs)).toEqual(expect.arrayContaining([130_000]));
    expect(chapters.every(({ title }) => title !== '')).toBe(true);
    const starts = chapters.map(({ startMs }) => startMs);
    expect(starts).toEqual([...new Set(starts)].sort((left, right) => left - right));
  });

  it('aren’t created for a minute of speech', () => {
    expect(extractSummary({ blocks: said('volcano', 0).slice(0, 9), sentences: 1 }).chapters).toEqual([]);
  });
});

describe('a source', () => {
  const index = new SupportIndex(paper);

  it('is found for a paraphrased sentence', () => {
    expect(index.find({ text: 'A model of photosynthesis in shaded leaves is presented.' })).toMatchObject({
      supported: true,
      blocks: expect.arrayContaining([2]),
    });
  });

  it('isn’t found for claims or numbers that the text lacks', () => {
    expect(index.find({ text: 'Tomatoes need ample water during summer holidays.' }).supported).toBe(false);
    expect(index.find({ text: 'We measured leaves of 40 oaks.' }).supported).toBe(true);
    expect(index.find({ text: 'We measured leaves of 77 oaks.' }).supported).toBe(false);
    expect(index.find({ text: '' })).toEqual({ blocks: [], supported: false });
  });
});

describe('the thread', () => {
  const engine = createExtractiveEngine();
  afterAll(() => engine.close());

  it('answers requests one after another and continues after a cancelled one', async () => {
    const given = new AbortController();
    const long = Array.from({ length: 4_000 }, (_, page) => ({
      ...paper[1],
      text: `${paper[1]?.text} ${page}.`,
      page,
    }));
    const lost = engine.extract({ blocks: long, sentences: 5 }, given.signal);
    const kept = engine.extract({ blocks: paper, sentences: 1 }, signal);
    given.abort(new Error('enough'));
    await expect(lost).rejects.toThrow('enough');
    expect((await kept).sentences).toHaveLength(1);
    const [support] = await engine.support(paper, [{ text: 'Leaves grow in the shade.' }], signal);
    expect(support?.supported).toBe(true);
  });
});
