import type { MatcherWord, TextContext } from './matcher-word.ts';

type Scope = { language: string | null; sources: readonly string[]; kinds: readonly string[] };

const mostContexts = 256;

/** What is known of each word, by its number. Where words count is told once for all that count in the same places. */
export class WordTable {
  readonly ids: string[] = [];
  readonly texts: string[] = [];
  readonly #scopeOf: number[] = [];
  readonly #wildcards = new Set<number>();
  readonly #skipDoubtful = new Set<number>();
  readonly #scopes: Scope[] = [];
  readonly #scopeNumbers = new Map<string, number>();
  readonly #allowed = new Map<string, Uint8Array>();

  get count(): number {
    return this.ids.length;
  }

  add(word: MatcherWord): number {
    if (word.mode === 'wildcard') this.#wildcards.add(this.ids.length);
    if (word.skipDoubtful) this.#skipDoubtful.add(this.ids.length);
    this.ids.push(word.id);
    this.texts.push(word.text);
    this.#scopeOf.push(this.#scopeNumber(word));
    return this.ids.length - 1;
  }

  isWildcard(word: number): boolean {
    return this.#wildcards.has(word);
  }

  skipsDoubtful(word: number): boolean {
    return this.#skipDoubtful.has(word);
  }

  isEnglish(word: number): boolean {
    return languageOf(this.#scopes[this.#scopeOf[word] as number]?.language) === 'en';
  }

  /** Says of each word, cheaply, whether it counts in such a text. */
  counts(context: TextContext): (word: number) => boolean {
    const key = JSON.stringify([context.source, context.kind, context.language]);
    let allowed = this.#allowed.get(key);
    if (allowed === undefined || allowed.length !== this.#scopes.length) {
      allowed = Uint8Array.from(this.#scopes, (scope) => (inScope(scope, context) ? 1 : 0));
      if (this.#allowed.size >= mostContexts) this.#allowed.clear();
      this.#allowed.set(key, allowed);
    }
    const known = allowed;
    return (word) => known[this.#scopeOf[word] as number] === 1;
  }

  #scopeNumber({ language, sources, kinds }: MatcherWord): number {
    // Nearly all words count everywhere.
    const isWide = sources.length === 0 && kinds.length === 0;
    const key = isWide ? `${language}` : JSON.stringify([language, sources, kinds]);
    let number = this.#scopeNumbers.get(key);
    if (number === undefined) {
      number = this.#scopes.push({ language, sources, kinds }) - 1;
      this.#scopeNumbers.set(key, number);
    }
    return number;
  }
}

function inScope({ language, sources, kinds }: Scope, context: TextContext): boolean {
  if (context.source !== undefined && sources.length > 0 && !sources.includes(context.source)) return false;
  if (context.kind !== undefined && kinds.length > 0 && !kinds.includes(context.kind)) return false;
  const [own, other] = [languageOf(language), languageOf(context.language)];
  // English words stand in Chinese texts too; but what is a bad word in one language is an innocent one in another of the same letters.
  return own === null || other === null || own === other || scriptOf(own) !== scriptOf(other);
}

export function languageOf(tag: string | null | undefined): string | null {
  return tag ? (tag.toLowerCase().split(/[-_]/)[0] ?? null) : null;
}

const scripts = new Map<string, string>([
  ...['zh', 'ja', 'ko', 'yue'].map((language) => [language, 'unspaced'] as const),
  ...['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'mn'].map((language) => [language, 'cyrillic'] as const),
  ...['el', 'ar', 'he', 'th', 'hi'].map((language) => [language, language] as const),
]);

function scriptOf(language: string): string {
  return scripts.get(language) ?? 'latin';
}
