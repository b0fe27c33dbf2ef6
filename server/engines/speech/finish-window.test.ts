import { describe, expect, test } from 'vitest';
import { finishWindow } from './finish-window.ts';
import type { HeardWord } from './join-tokens.ts';
import { samplesOf } from './wav-file.ts';

const window = { stretches: [{ start: 0, end: samplesOf(60_000) }] };
const spoken = { noSpeech: 0.01, voice: () => 0.95 };

/** One word every 400 ms; `|` is one second of silence. */
function say(text: string, confidence = 0.9): HeardWord[] {
  let at = 0;
  return text.split(' ').flatMap((word) => {
    at += word === '|' ? 1_000 : 400;
    return word === '|' ? [] : [{ text: word, spaced: true, startMs: at - 400, endMs: at - 50, confidence }];
  });
}

const texts = (words: HeardWord[], evidence = spoken) => finishWindow(words, window, evidence).map(({ text }) => text);

describe('a recognised window', () => {
  test('falls into sentences, and not after abbreviations or within numbers', () => {
    expect(texts(say('Dr. Smith has 3.5 apples. He eats them, e.g. raw. Yes?'))).toEqual([
      'Dr. Smith has 3.5 apples.',
      'He eats them, e.g. raw.',
      'Yes?',
    ]);
  });

  test('falls into breaths where there is no punctuation, and is never longer than 15 s', () => {
    expect(texts(say('one two | three four'))).toEqual(['one two', 'three four']);
    const long = finishWindow(say(Array.from({ length: 90 }, (_, at) => `word${at}`).join(' ')), window, spoken);
    for (const { startMs, endMs } of long) expect(endMs - startMs).toBeLessThanOrEqual(15_000);
    expect(long.flatMap(({ words }) => words)).toHaveLength(90);
  });

  test('has no notes about the sound in it', () => {
    expect(texts(say('(eerie music)'))).toEqual([]);
    expect(texts(say('[BLANK_AUDIO]'))).toEqual([]);
    expect(texts(say('♪ la la ♪ Hello there. *sighs*'))).toEqual(['Hello there.']);
    expect(texts(say('We ran (laughs) home. (soft piano music) Then it rained.'))).toEqual([
      'We ran home.',
      'Then it rained.',
    ]);
    expect(texts(say('Read it (quickly and well) now.'))).toEqual(['Read it (quickly and well) now.']);
    expect(texts(say('A bracket (that never ends is kept.'))).toEqual(['A bracket (that never ends is kept.']);
  });

  test('says once what the engine wrote again and again, and marks it', () => {
    const [segment] = finishWindow(say(`So it is so. ${'I am here. '.repeat(9).trim()}`), window, spoken).slice(-1);
    expect(segment?.text).toBe('I am here.');
    expect(segment?.suspects).toEqual(['repeatedLoop']);
    const people = finishWindow(say('No no no, that is wrong.'), window, spoken);
    expect(people.map(({ text, suspects }) => [text, suspects])).toEqual([['No no no, that is wrong.', []]]);
  });

  test('is dropped where no one speaks', () => {
    const quiet = { noSpeech: 0.9, voice: () => 0.2 };
    expect(texts(say('Thank you.', 0.9), quiet)).toEqual([]);
    expect(texts(say('Something dim.', 0.3), quiet)).toEqual([]);
    const [doubtful] = finishWindow(say('Clear words here.', 0.9), window, quiet);
    expect(doubtful?.suspects).toEqual(['textOnSilence']);
    expect(texts(say('Thank you.', 0.9))).toEqual(['Thank you.']);
  });

  test('is marked if no one can speak that fast', () => {
    const words = say('this is quite a normal sentence');
    const fast = words.map((word) => ({ ...word, startMs: word.startMs / 4, endMs: word.endMs / 4 }));
    expect(finishWindow(fast, window, spoken)[0]?.suspects).toEqual(['tooFast']);
    expect(finishWindow(words, window, spoken)[0]?.suspects).toEqual([]);
  });
});
