import { parentPort } from 'node:worker_threads';
import { WordCompiler, type WordMatcher } from './compile-words.ts';
import type { MatcherWord, WordMatch } from './port.ts';

export type MatcherText = { id: string; text: string; source?: string; kind?: string; language?: string | null };
export type FoundInText = { id: string; found: WordMatch[] };

/** Messages from the host. Words come in batches, each acknowledged before the next. */
export type MatcherTask =
  | { kind: 'begin' }
  | { kind: 'words'; words: MatcherWord[] }
  | { kind: 'compile'; version: string }
  | { kind: 'find'; texts: MatcherText[] };
export type MatcherQuestion = { call: number; task: MatcherTask };
export type MatcherAnswer = { call: number; value?: unknown; error?: string };

let compiler = new WordCompiler();
let matcher: WordMatcher | undefined;
let loaded: string | undefined;

function answer(task: MatcherTask): unknown {
  switch (task.kind) {
    case 'begin':
      compiler = new WordCompiler();
      return undefined;
    case 'words':
      for (const word of task.words) compiler.add(word);
      return undefined;
    case 'compile':
      // Release the old dictionary before compiling the new one; holding both would double the memory.
      matcher = undefined;
      matcher = compiler.compile();
      compiler = new WordCompiler();
      loaded = task.version;
      return matcher.wordCount;
    case 'find':
      return { version: loaded, results: findAll(task.texts) };
  }
}

function findAll(texts: readonly MatcherText[]): FoundInText[] {
  const current = matcher;
  if (!current) throw new Error('No words are loaded.');
  return texts.map(({ id, text, ...context }) => ({ id, found: current.find(text, context) }));
}

const port = parentPort;
port?.on('message', ({ call, task }: MatcherQuestion) => {
  try {
    port.postMessage({ call, value: answer(task) } satisfies MatcherAnswer);
  } catch (error) {
    port.postMessage({ call, error: error instanceof Error ? error.message : String(error) } satisfies MatcherAnswer);
  }
});
