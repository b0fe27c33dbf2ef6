import { withoutNotes } from './filter-words.ts';
import type { HeardWord } from './join-tokens.ts';
import { nameOfLanguage } from './port.ts';
import { whisperLanguages } from './whisper-model.ts';

/**
 * Mean confidence of the English model below which its words are considered invented. Measured on 10 s recordings: at
 * least 0.92 for real English, at most 0.74 for other languages where it writes words of them at all.
 */
const leastConfidence = 0.8;
const leastChance = 0.5;

const otherNames = whisperLanguages.filter((code) => code !== 'en').map((code) => nameOfLanguage(code).toLowerCase());
const otherLanguages = new Set(['foreign', 'non-english', ...otherNames]);

type HeardWindow = {
  /** The engine's unfiltered words, including notes such as `(speaking in foreign language)`. */
  words: readonly HeardWord[];
  lengthMs: number;
  /** Probability that the speech is in the given language; absent if the engine can't tell. */
  languageChance?: number | undefined;
};

/** Collects over all windows, weighted by duration, whether the speech may be in another language. */
export class LanguageEvidence {
  #totalMs = 0;
  #certainMs = 0;
  #detectedMs = 0;
  #likelyMs = 0;

  add({ words, lengthMs, languageChance }: HeardWindow): void {
    if (languageChance !== undefined) {
      this.#detectedMs += lengthMs;
      this.#likelyMs += lengthMs * languageChance;
    }
    const spoken = withoutNotes(words);
    let spokenMs = 0;
    for (const { startMs, endMs, confidence } of spoken) {
      spokenMs += endMs - startMs;
      this.#certainMs += (endMs - startMs) * confidence;
    }
    this.#totalMs += namesOtherLanguage(words, spoken) ? Math.max(spokenMs, lengthMs) : spokenMs;
  }

  /** Trust the language detection of a multilingual model, whose word confidence says little about the language. */
  isDoubtful(): boolean {
    if (this.#detectedMs > 0) return this.#likelyMs < this.#detectedMs * leastChance;
    return this.#certainMs < this.#totalMs * leastConfidence;
  }
}

/** The English model sometimes writes a note that it hears another language instead of words. */
function namesOtherLanguage(words: readonly HeardWord[], spoken: readonly HeardWord[]): boolean {
  const kept = new Set(spoken);
  return words.some(
    (word) => !kept.has(word) && otherLanguages.has(word.text.toLowerCase().replaceAll(/[^\p{L}-]/gu, '')),
  );
}
