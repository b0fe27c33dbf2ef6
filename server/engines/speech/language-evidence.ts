import type { HeardWord } from './join-tokens.ts';
import { withoutNotes } from './judge-words.ts';
import { nameOfLanguage } from './port.ts';
import { whisperLanguages } from './whisper-model.ts';

/**
 * Below this mean confidence the words of the English model are taken for made up. In recordings of 10 s that it was set by,
 * real English has 0.92 and more, and another language 0.74 and less, where the model writes words of it at all.
 */
const leastConfidence = 0.8;
const leastChance = 0.5;

const otherNames = whisperLanguages.filter((code) => code !== 'en').map((code) => nameOfLanguage(code).toLowerCase());
const otherLanguages = new Set(['foreign', 'non-english', ...otherNames]);

type HeardWindow = {
  /** As the engine wrote it, notes such as `(speaking in foreign language)` among it. */
  words: readonly HeardWord[];
  lengthMs: number;
  /** How likely the engine takes it that the language is the one it was told; absent: it can't tell. */
  languageChance?: number | undefined;
};

/** Whether what is heard may be in another language, over all windows of a recording; each counts as much as it is long. */
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

  /** A model that knows many languages is believed; how sure it is of its words says little then. */
  isDoubtful(): boolean {
    if (this.#detectedMs > 0) return this.#likelyMs < this.#detectedMs * leastChance;
    return this.#certainMs < this.#totalMs * leastConfidence;
  }
}

/** The English model notes at times that it hears another language, instead of words. */
function namesOtherLanguage(words: readonly HeardWord[], spoken: readonly HeardWord[]): boolean {
  const kept = new Set(spoken);
  return words.some(
    (word) => !kept.has(word) && otherLanguages.has(word.text.toLowerCase().replaceAll(/[^\p{L}-]/gu, '')),
  );
}
