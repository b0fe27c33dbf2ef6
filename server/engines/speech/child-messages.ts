import type { SpokenSegment } from './port.ts';
import type { SherpaModel } from './sherpa-model.ts';
import type { WhisperModel } from './whisper-model.ts';

/** The task in the first argument of the child. `cut` only finds the speech. */
export type SpeechTask = { source: string; detector: string } & (
  | { do: 'cut' }
  | { do: 'whisper'; language: string; library: string; model: WhisperModel }
  | { do: 'sherpa'; language: string; model: SherpaModel }
);

/** A stretch of the recording, in samples. */
export type Stretch = { start: number; end: number };

/** As much as is recognised at once: stretches of speech, with long silences between them cut short. */
export type SpeechWindow = { stretches: Stretch[] };

export type ChildFailure = 'damaged' | 'empty' | 'unsupported' | 'model';

/** What it prints, one a line. */
export type SpeechLine =
  | { segment: SpokenSegment }
  | { window: SpeechWindow }
  | { percent: number }
  | { languageDoubt: true }
  | { failed: ChildFailure; detail: string };
