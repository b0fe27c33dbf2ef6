import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OcrOutcome } from '../server/engines/ocr/port.ts';
import { recognisePages } from '../server/engines/ocr/recognise-pages.ts';
import { runSandboxed } from '../server/engines/sandbox/run-sandboxed.ts';
import { createWhisperSpeech } from '../server/engines/speech/whisper-speech.ts';
import type { Recogniser } from './recogniser.ts';

/** Runs the engines without the product, which is faster for experiments. */
export async function recogniseByEngines(): Promise<Recogniser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-recognition-'));
  const { signal } = new AbortController();
  const speech = createWhisperSpeech(runSandboxed);
  return {
    name: 'by the engines alone',
    async read(files, onRead) {
      let since = performance.now();
      const onPage = (outcome: OcrOutcome) => {
        const seconds = (performance.now() - since) / 1000;
        since = performance.now();
        const failed = 'failure' in outcome;
        const lines = failed ? [] : outcome.page.lines;
        onRead(outcome.index, { lines, cause: failed ? outcome.failure.code : null, seconds });
      };
      await recognisePages(runSandboxed, { sources: files.map((file) => ({ file })), folder, onPage }, signal);
    },
    async hear(files, onHeard) {
      for (const [at, source] of files.entries()) {
        const since = performance.now();
        const { segments } = await speech.transcribe({ source, folder, language: 'en', signal });
        const cause = segments.length === 0 ? 'noSpeech' : null;
        onHeard(at, { lines: segments, cause, seconds: (performance.now() - since) / 1000 });
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
