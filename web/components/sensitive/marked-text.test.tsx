import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { markedText } from './marked-text.tsx';

function shown(text: string, word: string, before?: number): string {
  const start = text.indexOf(word);
  return render(markedText({ text, mark: [start, start + word.length] }, before)).container.innerHTML;
}
const mark = (word: string) => `<mark class="sensitive-mark">${word}</mark>`;

describe('a marked text', () => {
  it('is whole where there is room', () => {
    expect(shown('The second chapter explains gravity.', 'gravity')).toBe(
      `The second chapter explains ${mark('gravity')}.`,
    );
    expect(shown('explains gravity.', 'gravity', 12)).toBe(`explains ${mark('gravity')}.`);
  });

  it('starts with a whole word when truncated', () => {
    expect(shown('The second chapter explains gravity.', 'gravity', 12)).toBe(`…explains ${mark('gravity')}.`);
    expect(shown('The second chapter explains gravity.', 'gravity', 9)).toBe(`…explains ${mark('gravity')}.`);
    expect(shown('Welcome to the lecture on gravity', 'gravity', 11)).toBe(`…lecture on ${mark('gravity')}`);
    expect(shown('Then overexplained gravity', 'gravity', 6)).toBe(`…${mark('gravity')}`);
  });

  it('shows half as many Chinese characters, which are twice as wide', () => {
    expect(shown('光合作用与呼吸作用互为逆过程，网络赌博', '网络赌博', 12)).toBe(`…互为逆过程，${mark('网络赌博')}`);
    expect(shown('线粒体网络赌博', '网络赌博', 12)).toBe(`线粒体${mark('网络赌博')}`);
  });

  it('never begins in the middle of a character that takes two places', () => {
    expect(shown('𠮷𠮷𠮷网', '网', 4)).toBe(`…𠮷𠮷${mark('网')}`);
    expect(shown('𠮷𠮷网', '网', 5)).toBe(`𠮷𠮷${mark('网')}`);
  });
});
