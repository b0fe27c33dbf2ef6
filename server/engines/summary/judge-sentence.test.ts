import { describe, expect, it } from 'vitest';
import { measureTexts } from '../../../bench/summary-texts.ts';
import { judgeSentence } from './judge-sentence.ts';
import { extractSummary } from './summary.thread.ts';

describe('a sentence', () => {
  it.each([
    'Rivers carry more than water: they carry sand and mud to the sea.',
    'The algorithm decouples acting from learning by means of a replay memory of past experience and a shared network.',
    'so what we want to do here is take the derivative of both sides',
    'Then p^2 = 2q^2, so p^2 is even and therefore p is even.',
    '植物的叶子里有很多叶绿体。',
    '那我们接着来看这个问题就是说为什么价格上涨以后需求会下降呢',
    '当時の子どもたちは寺子屋に通い、読み書きを習いました。',
    'Die Vorlesung beginnt erst in der zweiten Woche, weil der Hörsaal noch umgebaut wird.',
    'La biblioteca è stata fondata nel 1603 e conserva più di quarantamila manoscritti.',
    'Внутри находится ядро, в котором хранится наследственная информация.',
    'السبب الحقيقي هو أن الغذاء يصبح قليلا في الشتاء.',
    'सूरज की गर्मी से समुद्र का पानी भाप बनकर ऊपर उठता है।',
    '당시 아이들은 서당에 다니면서 천자문을 배웠습니다.',
  ])('is “%s”', (text) => {
    expect(judgeSentence(text)).toBe('full');
  });

  it.each([
    'Semi-skimmed milk 2L 1.65 Wholemeal loaf 800g 1.40 Bananas loose 0.82 kg @ 0.95 0.78',
    'Central Station 06:10 06:30 06:50 07:05 07:20',
    '∫ x^n dx = x^(n+1)/(n+1) + C',
    'for (const line of lines) { const [key] = line.split("="); config[key] = true; }',
    'Chapter 3: The City before the Plague . . . . . 48',
    'Hattie, J., & Timperley, H. (2007). The power of feedback. Review of Educational Research, 77(1), 81–112.',
    '李航. 统计学习方法综述[J]. 计算机学报, 2012, 35(4): 641-660.',
    '农夫山泉550ml 2 2.00 4.00',
    '环境 污染 保护 资源 节约',
    'Surname: ____________ First name: ____________',
  ])('is not “%s”', (text) => {
    expect(judgeSentence(text)).toBe('noise');
  });
});

describe('a text', () => {
  it.each(['lines', 'paragraphs'] as const)('of %s gets a summary if it is prose, and none if it is not', (shape) => {
    const noise = measureTexts('noise', 'held-out', shape);
    expect(noise.summarised.length / noise.texts, noise.summarised.join('\n')).toBeLessThanOrEqual(0.05);
    const prose = measureTexts('prose', 'held-out', shape);
    expect(prose.refused.length / prose.texts, prose.refused.join('\n')).toBeLessThanOrEqual(0.03);
  });

  it('of plain sentences gets a summary, although any of them could be a title', () => {
    const text =
      'Water moves through the walls of cells by itself. Plants drink through their roots, slowly but surely.';
    expect(judgeSentence('Plants drink through their roots, slowly but surely.')).toBe('likely');
    expect(extractSummary({ blocks: [{ text }], sentences: 1 }).sentences).toHaveLength(1);
  });

  it('gives no noise to its summary', () => {
    const blocks = [
      { text: 'Sales of electric bicycles grew again last year, and they grew most in the west of the country.' },
      { text: 'Electric bicycles North 1,240 1,388 1,502 South 980 1,105 1,340 West 2,210 2,305 2,299' },
      { text: 'Dealers say that they could have sold more if the delivery in spring had come in time.' },
    ];
    const { sentences } = extractSummary({ blocks, title: 'Electric bicycles', sentences: 10 });
    expect(sentences.map((sentence) => sentence.blocks)).toEqual([[0], [2]]);
  });
});
