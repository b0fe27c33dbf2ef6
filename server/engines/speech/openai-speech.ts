import type { RunSandboxed } from '../sandbox/port.ts';
import { askSpeechServer, transcriptionsUrl } from './ask-speech-server.ts';
import type { SpeechWindow } from './child-messages.ts';
import { finishWindow } from './finish-window.ts';
import type { SpeechEndpoint, SpeechEngine, SpeechJob, SpokenSegment } from './port.ts';
import { runSpeechChild } from './run-speech-child.ts';
import { serverWords } from './server-words.ts';
import { requireLanguage } from './spoken-language.ts';
import { wavBytes } from './wav-bytes.ts';
import { openWav } from './wav-file.ts';
import { windowSound } from './window-sound.ts';

/** A server of the operator's that has OpenAI's interface. Only speech is sent to it, in pieces that are cut at silences. */
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
          // Where nobody was heard, nothing was sent.
          for (const segment of finishWindow(serverWords(answer), window, { noSpeech, voice: () => 1 })) {
            segments.push(segment);
            job.onSegment?.(segment);
          }
          job.onProgress?.(Math.floor(((at + 1) / windows.length) * 100));
        }
      } finally {
        await wav.close();
      }
      // Told a language, such servers say that they heard it.
      return { language, segments, engine, languageDoubt: false };
    },
  };
}

/** Where somebody speaks is found out here, by the same detector as for our own engine. */
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
