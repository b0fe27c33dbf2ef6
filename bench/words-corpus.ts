import type { MatcherWord } from '../server/engines/word-matcher/port.ts';

const letters = 'etaoinshrdlucmfwypvbgkjqxz';
const firstCharacter = 0x4e00;
const characterCount = 3_000;

/**
 * The same words and texts on every run, in both scripts; some letters and characters are more frequent, as in natural
 * language.
 */
export class WordsCorpus {
  #seed = 20_261_116;
  readonly words: string[];

  constructor(count: number) {
    const words = new Set<string>();
    while (words.size < count / 2) words.add(this.#latin(4 + this.#below(9)));
    while (words.size < count) words.add(this.#chinese(2 + this.#below(4)));
    this.words = [...words];
  }

  *matcherWords(): Generator<MatcherWord> {
    for (const [at, text] of this.words.entries()) {
      const mode = at % 10 === 0 ? 'contains' : 'exact';
      yield { id: `w${at}`, text, mode, variants: true, language: null, sources: [], kinds: [], exceptions: [] };
    }
  }

  /**
   * Sentences in both scripts. In the Latin ones every 50th word is a listed one, and a quarter of those are
   * disguised.
   */
  text(length: number): string {
    const parts: string[] = [];
    for (let total = 0; total < length; ) {
      const part = this.#below(2) === 0 ? `${this.#sentence()}. ` : `${this.#chinese(20 + this.#below(40))}。`;
      parts.push(part);
      total += part.length;
    }
    return parts.join('').slice(0, length);
  }

  #sentence(): string {
    return Array.from({ length: 8 + this.#below(16) }, () => {
      if (this.#below(50) > 0) return this.#latin(2 + this.#below(8));
      const word = this.words[this.#below(this.words.length)] ?? '';
      return this.#below(4) === 0 ? [...word].join('.') : word;
    }).join(' ');
  }

  #latin(length: number): string {
    return Array.from({ length }, () => letters.charAt(Math.min(this.#below(26), this.#below(26)))).join('');
  }

  #chinese(length: number): string {
    const character = () => firstCharacter + Math.min(this.#below(characterCount), this.#below(characterCount));
    return String.fromCharCode(...Array.from({ length }, character));
  }

  #below(limit: number): number {
    this.#seed = (Math.imul(this.#seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * limit);
  }
}
