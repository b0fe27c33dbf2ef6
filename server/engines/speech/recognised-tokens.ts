/** A piece of a word, or punctuation. Bytes: a character may be spread over two. */
export type Token = {
  bytes: Buffer;
  /** How sure the engine is. */
  chance: number;
  /** About its middle, within the window. */
  atMs: number;
};

type RecognisedTokens = {
  tokens: Token[];
  /** How likely the engine takes it that nobody speaks. */
  noSpeech: number;
  /** How likely it takes it that the language is the one it was told; absent: it can't tell. */
  languageChance?: number;
};

/** An engine in the child, with its model. */
export type TokenEngine = { recognise(samples: Float32Array, language: string): RecognisedTokens };
