import { describe, expect, it } from 'vitest';
import { excerptOf, fingerprintOf, sentenceAround } from './found-match.ts';

function at(text: string, found: string) {
  const start = text.indexOf(found);
  return { start, end: start + found.length };
}
const print = (text: string, source = 'document') => fingerprintOf(source, text, at(text, 'secret')).toString('hex');

describe('the context of a match', () => {
  it('is its sentence, in both scripts', () => {
    const english = 'It rains. The secret is 3.5 long! What now?';
    expect(sentenceAround(english, at(english, 'secret')).trim()).toBe('The secret is 3.5 long');
    const chinese = '今天下雨。这是绝密文件！明天呢？';
    expect(sentenceAround(chinese, at(chinese, '绝密'))).toBe('这是绝密文件');
  });

  it('has one fingerprint in any place, spacing and case', () => {
    expect(print('It rains. The secret is out. Bye.')).toBe(print('THE  secret\nis out.'));
  });

  it('has another fingerprint when its words or its source change', () => {
    expect(print('The secret is out.')).not.toBe(print('The secret is in.'));
    expect(print('The secret is out.')).not.toBe(print('The secret is out.', 'ocr'));
  });

  it('is shown with 60 characters around, never with half a character', () => {
    const text = `${'😀'.repeat(40)}secret${'x'.repeat(100)}`;
    const { excerpt, markStart, markEnd } = excerptOf(text, at(text, 'secret'));
    expect(excerpt.slice(markStart, markEnd)).toBe('secret');
    expect(excerpt).toBe(`${'😀'.repeat(30)}secret${'x'.repeat(60)}`);
    const odd = `a${'😀'.repeat(40)}bsecret`;
    expect(excerptOf(odd, at(odd, 'secret')).excerpt.isWellFormed()).toBe(true);
  });
});
