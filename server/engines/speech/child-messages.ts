import type { SpokenSegment } from './port.ts';
import type { SherpaModel } from './sherpa-model.ts';
import type { WhisperModel } from './whisper-model.ts';

/** The child's task, passed as its first argument. `cut` only detects speech, without transcribing it. */
export type SpeechTask = { source: string; detector: string } & (
  | { do: 'cut' }
  | { do: 'whisper'; language: string; library: string; model: WhisperModel }
  | { do: 'sherpa'; language: string; model: SherpaModel }
);

/** A range of the recording, in samples. */
export type Stretch = { start: number; end: number };

/** Stretches of speech recognized in one pass, with long silences between them shortened. */
export type SpeechWindow = { stretches: Stretch[] };

export type ChildFailure = 'damaged' | 'empty' | 'unsupported' | 'model';

/** Messages the child prints, one JSON object per line. */
export type SpeechLine =
  | { segment: SpokenSegment }
  | { window: SpeechWindow }
  | { percent: number }
  | { languageDoubt: true }
  | { failed: ChildFailure; detail: string };
