import { expect, it } from 'vitest';
import { phraseAround } from './exception-dialog.tsx';

it('takes one word before and one after', () => {
  expect(phraseAround({ text: 'early breast cancer is treated', mark: [6, 12] })).toBe('early breast cancer');
});

it('goes over line breaks and signs between, and stops where the text does', () => {
  expect(phraseAround({ text: 'breast –\n cancer', mark: [0, 6] })).toBe('breast – cancer');
  expect(phraseAround({ text: 'breast', mark: [0, 6] })).toBe('breast');
});

it('knows words of Chinese', () => {
  const phrase = phraseAround({ text: '本课程讨论网络赌博的危害', mark: [7, 9] });
  expect(phrase).toContain('赌博');
  expect(phrase.length).toBeGreaterThan(2);
});
