import type { TextContext, WordMatch } from '../../engines/word-matcher/port.ts';
import type { WordMatcherHost } from '../../engines/word-matcher/word-matcher-host.ts';
import type { Db } from '../../platform/db/database.ts';
import { findDictionaryVersion, walkActiveWords } from './scans.repository.ts';

export type TextToMatch = { text: string; context: TextContext };
type OpenDictionary = {
  version: number;
  /** The matches of each text, in the same order. */
  find(texts: readonly TextToMatch[]): Promise<WordMatch[][]>;
};

type Host = Pick<WordMatcherHost, 'load' | 'findAll' | 'close'>;

/** Maximum characters sent to the matcher thread per message. */
const charactersAtOnce = 1_000_000;

/** All enabled words. Each process keeps a copy and reloads it when the dictionary version changes. */
export class Dictionary {
  readonly #db: Db;
  readonly #host: Host;
  #version: number | undefined;
  #loading: Promise<void> | undefined;

  constructor(db: Db, host: Host) {
    this.#db = db;
    this.#host = host;
  }

  /** Includes every change of words committed before the call. */
  async open(): Promise<OpenDictionary> {
    const wanted = await findDictionaryVersion(this.#db);
    while (this.#version === undefined || this.#version < wanted) {
      this.#loading ??= this.#load().finally(() => {
        this.#loading = undefined;
      });
      await this.#loading;
    }
    return { version: this.#version, find: (texts) => this.#find(texts) };
  }

  async close(): Promise<void> {
    await this.#host.close();
  }

  /**
   * Reads the version first: a word changed while loading may or may not be included, but the next call then sees a
   * newer version and reloads.
   */
  async #load(): Promise<void> {
    const version = await findDictionaryVersion(this.#db);
    await this.#host.load(String(version), () => walkActiveWords(this.#db));
    this.#version = version;
  }

  async #find(texts: readonly TextToMatch[]): Promise<WordMatch[][]> {
    const found: WordMatch[][] = [];
    for (let at = 0; at < texts.length; ) {
      let characters = 0;
      const from = at;
      while (at < texts.length && (at === from || characters < charactersAtOnce)) {
        characters += texts[at]?.text.length ?? 0;
        at += 1;
      }
      const asked = texts.slice(from, at).map(({ text, context }, place) => ({ id: String(place), text, ...context }));
      const { results } = await this.#host.findAll(asked);
      found.push(...results.map((result) => result.found));
    }
    return found;
  }
}
