import { describe, expect, test } from 'vitest';
import type { HeardWord } from './join-tokens.ts';
import { LanguageEvidence } from './language-evidence.ts';

/** One word of 400 ms every half second. */
function heard(text: string, confidence: number): HeardWord[] {
  return text.split(' ').map((word, at) => ({
    ...{ text: word, confidence, spaced: true },
    ...{ startMs: at * 500, endMs: at * 500 + 400 },
  }));
}

function judge(...windows: Parameters<LanguageEvidence['add']>[0][]): boolean {
  const evidence = new LanguageEvidence();
  for (const window of windows) evidence.add(window);
  return evidence.isDoubtful();
}

const english = { words: heard('plants turn sunlight into sugar', 0.95), lengthMs: 3_000 };

describe('the English model', () => {
  test('is trusted when it is sure of its words, and in silence', () => {
    expect(judge(english)).toBe(false);
    expect(judge()).toBe(false);
    expect(judge({ words: heard('(eerie music)', 0.3), lengthMs: 3_000 })).toBe(false);
  });

  test('is doubted when it is unsure of most of them', () => {
    expect(judge({ words: heard('despite their don’t grab a sumen', 0.55), lengthMs: 3_000 })).toBe(true);
    expect(judge(english, english, { words: heard('oui merci', 0.4), lengthMs: 1_000 })).toBe(false);
  });

  test('is doubted when it notes another language, for as long as that is heard', () => {
    for (const note of ['(speaking in foreign language)', '[SPEAKING SPANISH]', '(speaks in German)']) {
      expect(judge({ words: heard(note, 0.9), lengthMs: 8_000 })).toBe(true);
    }
    expect(judge({ words: heard('(man speaking indistinctly)', 0.9), lengthMs: 8_000 })).toBe(false);
    // A sentence that merely mentions languages isn't an annotation.
    expect(judge({ words: heard('she learned French and German', 0.95), lengthMs: 3_000 })).toBe(false);
  });
});

test('a multilingual model is trusted about the language it detects', () => {
  const unsure = { words: heard('he said that nobody came', 0.6), lengthMs: 3_000 };
  expect(judge({ ...unsure, languageChance: 0.97 })).toBe(false);
  expect(judge({ ...english, languageChance: 0.04 })).toBe(true);
  expect(judge({ ...english, languageChance: 0.9 }, { ...english, languageChance: 0.4 })).toBe(false);
});
