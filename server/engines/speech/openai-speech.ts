import type { RunSandboxed } from '../sandbox/port.ts';
import { askSpeechServer, type ServerAnswer, transcriptionsUrl } from './ask-speech-server.ts';
import type { SpeechWindow } from './child-messages.ts';
import { finishWindow } from './finish-window.ts';
import { type HeardWord, unspaced } from './join-tokens.ts';
import type { SpeechEndpoint, SpeechEngine, SpeechJob, SpokenSegment } from './port.ts';
import { requireLanguage } from './port.ts';
import { runSpeechChild } from './run-speech-child.ts';
import { openWav, sampleRate, windowSound } from './wav-file.ts';

/** The operator's server with OpenAI's API. Only speech is sent, in pieces cut at silences. */
export function createOpenaiSpeech(run: RunSandboxed, endpoint: SpeechEndpoint): SpeechEngine {
  const languages = endpoint.languages ?? ['*'];
  const engine = { name: 'speech server', version: transcriptionsUrl(endpoint.baseUrl).host, model: endpoint.model };
  return {
    describe: async () => engine,
    languages: async () => languages,
    async transcribe(job) {
      const language = requireLanguage(job.language, languages);
      const windows = await cutAtSilences(run, job);
      const segments: SpokenSegment[] = [];
      const wav = await openWav(job.source);
      try {
        for (const [at, window] of windows.entries()) {
          const sound = wavBytes(await windowSound(window, wav));
          const answer = await askSpeechServer(endpoint, { wav: sound, language }, job.signal);
          const noSpeech = Math.max(0, ...(answer.segments ?? []).map((segment) => segment.no_speech_prob ?? 0));
          // The voice probability is 1 because silence was never sent.
          for (const segment of finishWindow(serverWords(answer), window, { noSpeech, voice: () => 1 })) {
            segments.push(segment);
            job.onSegment?.(segment);
          }
          job.onProgress?.(Math.floor(((at + 1) / windows.length) * 100));
        }
      } finally {
        await wav.close();
      }
      // When given a language, such servers always report it as detected.
      return { language, segments, engine, languageDoubt: false };
    },
  };
}

/** Speech is detected locally, with the same detector the bundled engine uses. */
async function cutAtSilences(run: RunSandboxed, job: SpeechJob): Promise<SpeechWindow[]> {
  const windows: SpeechWindow[] = [];
  const { source, folder, language, signal } = job;
  await runSpeechChild(
    run,
    { source, folder, language, signal },
    {
      task: { do: 'cut' },
      readable: [],
      memoryBytes: 2 ** 30,
      cpuPerSecond: 1,
      onWindow: (window) => windows.push(window),
    },
  );
  return windows;
}

/** Encodes samples from −1 to 1 as a mono 16-bit WAV file. */
export function wavBytes(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries()) {
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), 44 + at * 2);
  }
  return bytes;
}

type Timed = { text: string; start: number; end: number; chance?: number };

/** Neutral value for servers that don't report confidence. */
const unknownChance = 0.5;

/** Converts a server's answer to words with punctuation; times are relative to the window. */
export function serverWords({ text, words, segments }: ServerAnswer): HeardWord[] {
  const sure = (at: number) => {
    const segment = segments?.find(({ start, end }) => at >= start && at <= end);
    return typeof segment?.avg_logprob === 'number' ? Math.exp(segment.avg_logprob) : unknownChance;
  };
  const timed = words && words.length > 0 ? punctuated(words, text) : spread(segments ?? []);
  return timed.map(({ text: word, start, end, chance }) => ({
    text: word,
    spaced: !unspaced.test(word[0] ?? ''),
    startMs: Math.round(start * 1000),
    endMs: Math.round(Math.max(start, end) * 1000),
    confidence: Math.round(Math.min(1, Math.max(0, chance ?? sure(start))) * 1000) / 1000,
  }));
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The words come without punctuation, so it is taken from the text. Where the two don't match, words stay as they are.
 */
function punctuated(words: NonNullable<ServerAnswer['words']>, text: string): Timed[] {
  const written = text.trim().split(/\s+/);
  let next = 0;
  return words
    .filter(({ word }) => word.trim() !== '')
    .map(({ word, start, end, probability }) => {
      const found = written.findIndex((one, at) => at >= next && at < next + 3 && letters(one) === letters(word));
      if (found >= 0) next = found + 1;
      return { text: written[found] ?? word.trim(), start, end, chance: probability };
    });
}

/** Text without spaces is split into characters, each with its trailing punctuation. */
function characters(word: string): string[] {
  return unspaced.test(word) ? (word.match(/[\p{L}\p{N}][^\p{L}\p{N}]*/gu) ?? []) : [word];
}

/** For segments without word times: distributes the time by word length. */
function spread(segments: NonNullable<ServerAnswer['segments']>): Timed[] {
  return segments.flatMap(({ text, start, end }) => {
    const words = text.trim().split(/\s+/).flatMap(characters).filter(Boolean);
    const all = words.reduce((sum, word) => sum + word.length + 1, 0);
    let passed = 0;
    return words.map((word) => {
      const from = start + ((end - start) * passed) / all;
      passed += word.length + 1;
      return { text: word, start: from, end: start + ((end - start) * passed) / all };
    });
  });
}
