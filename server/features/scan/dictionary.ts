import type { Found, TextContext } from '../../engines/word-matcher/port.ts';
import type { WordMatcherHost } from '../../engines/word-matcher/word-matcher-host.ts';
import type { Db } from '../../platform/db/database.ts';
import { walkActiveWords } from './dictionary.repository.ts';
import { findDictionaryVersion } from './scans.repository.ts';

export type TextToMatch = { text: string; context: TextContext };
type OpenDictionary = {
  version: number;
  /** What was found in each of the texts. */
  find(texts: readonly TextToMatch[]): Promise<Found[][]>;
};

type Host = Pick<WordMatcherHost, 'load' | 'findAll' | 'close'>;

/** What is sent to the thread in one message. */
const charactersAtOnce = 1_000_000;

/** All words that are looked for, as they are now: each process keeps them, and reads them anew when they changed. */
export class Dictionary {
  readonly #db: Db;
  readonly #host: Host;
  #version: number | undefined;
  #loading: Promise<void> | undefined;

  constructor(db: Db, host: Host) {
    this.#db = db;
    this.#host = host;
  }

  /** With every change of words that was committed before the call. */
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

  /** Words that change while they are read may be among them, or not: then the version is another one by the next call. */
  async #load(): Promise<void> {
    const version = await findDictionaryVersion(this.#db);
    await this.#host.load(String(version), () => walkActiveWords(this.#db));
    this.#version = version;
  }

  async #find(texts: readonly TextToMatch[]): Promise<Found[][]> {
    const found: Found[][] = [];
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
