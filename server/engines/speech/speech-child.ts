import type { ChildFailure, SpeechLine, SpeechTask } from './child-messages.ts';
import { createVoiceDetector, findSpeech, frameSamples } from './find-speech.ts';
import { packWindows } from './pack-windows.ts';
import type { Recogniser } from './recognise-window.ts';
import { openWav, UnreadableSound } from './wav-file.ts';

const task = JSON.parse(process.argv[2] ?? '') as SpeechTask;
await work().catch((error: unknown) => {
  const code: ChildFailure = error instanceof UnreadableSound ? error.code : 'model';
  tell({ failed: code, detail: error instanceof Error ? error.message : String(error) });
});

/** Detects speech and transcribes it window by window, so neither the recording nor the text is held as a whole. */
async function work(): Promise<void> {
  const wav = await openWav(task.source);
  const track = new Uint8Array(Math.ceil(wav.length / frameSamples));
  const detector = await createVoiceDetector(task.detector);
  let recogniser: Recogniser | undefined;
  for await (const window of packWindows(findSpeech(wav, detector, track))) {
    if (task.do === 'cut') tell({ window });
    else {
      // A recording without speech needs no model.
      recogniser ??= await (await import('./recognise-window.ts')).createRecogniser(task, track);
      for (const segment of await recogniser.recognise(window, wav)) tell({ segment });
    }
    tell({ percent: Math.floor(((window.stretches.at(-1)?.end ?? 0) / wav.length) * 100) });
  }
  if (recogniser?.isLanguageDoubtful()) tell({ languageDoubt: true });
  tell({ percent: 100 });
  await wav.close();
}

/** Writes to a pipe are synchronous, so results are out before the next window blocks this process. */
function tell(line: SpeechLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
