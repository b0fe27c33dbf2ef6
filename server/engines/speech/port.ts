import type { RunSandboxed } from '../sandbox/port.ts';

/**
 * What a reader should look at twice. `textOnSilence`: words where hardly anybody is heard to speak. `repeatedLoop`: the
 * same words again and again, as engines do when they lose the thread. `tooFast`: more words than can be said in the time.
 */
export type Suspect = 'textOnSilence' | 'repeatedLoop' | 'tooFast';

/** With its punctuation, and without spaces around it. `confidence` is on the scale that all engines share. */
export type SpokenWord = { text: string; startMs: number; endMs: number; confidence: number };

/** A sentence, or as much as is said in one breath. */
export type SpokenSegment = SpokenWord & { words: SpokenWord[]; suspects: Suspect[] };

export type SpeechEngineName = { name: string; version: string; model: string };

/** A recording in which nobody speaks has no segments, which is no failure. */
export type Transcript = {
  language: string;
  segments: SpokenSegment[];
  engine: SpeechEngineName;
  /** It may be in another language than the one that was named: then its words are made up. */
  languageDoubt: boolean;
};

export type SpeechJob = {
  /** A WAV file: 16 kHz, one channel, 16 bits. */
  source: string;
  /** A scratch folder. */
  folder: string;
  /** What is spoken, as in `en` or `en-GB`. Never guessed: an engine invents words of its own language otherwise. */
  language: string;
  signal: AbortSignal;
  onProgress?(percent: number): void;
  /** Hears of each segment as soon as it is there, in order. */
  onSegment?(segment: SpokenSegment): void;
};

export interface SpeechEngine {
  describe(): Promise<SpeechEngineName>;
  /** Two-letter codes, `*` for an engine that is to be asked for any. */
  languages(): Promise<readonly string[]>;
  /** Throws LanguageNotSupported, EngineMissing or InspectionFailure, and the signal's reason. */
  transcribe(job: SpeechJob): Promise<Transcript>;
}

/** What the operator chose; nothing: the bundled English model. */
export type SpeechSettings = {
  /** By language: a model of whisper.cpp, `ggml-….bin`, or a folder with a model for sherpa-onnx. */
  models?: Readonly<Record<string, string>>;
  /** For what there is no model of the operator's. */
  endpoint?: SpeechEndpoint;
};

/** A server that has `/v1/audio/transcriptions`. */
export type SpeechEndpoint = {
  /** As in `http://127.0.0.1:8000`, with or without the `/v1`. */
  baseUrl: string;
  model: string;
  key?: string;
  languages?: readonly string[];
  /** Of one request. */
  timeoutMs?: number;
};

export type MakeSpeechEngine = (run: RunSandboxed, settings: SpeechSettings) => SpeechEngine;

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** As people call it; an operator's own code as it is. */
export function nameOfLanguage(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Nothing is wrong with the recording: the job is to be skipped until the operator sets up a model. */
export class LanguageNotSupported extends Error {
  readonly language: string;
  readonly supported: readonly string[];

  constructor(language: string, supported: readonly string[]) {
    super(
      `Speech in ${nameOfLanguage(language)} can’t be recognised here: the engine knows ${supported.map(nameOfLanguage).join(', ')}. ` +
        'A multilingual model or a speech server can be set up in the settings.',
    );
    this.name = 'LanguageNotSupported';
    this.language = language;
    this.supported = supported;
  }
}

/** `en-GB` → `en`. */
export function primaryLanguage(language: string): string {
  return language.trim().toLowerCase().split(/[-_]/)[0] ?? '';
}

export function requireLanguage(language: string, supported: readonly string[]): string {
  const primary = primaryLanguage(language);
  if (/^[a-z]{2,3}$/.test(primary) && (supported.includes(primary) || supported.includes('*'))) return primary;
  throw new LanguageNotSupported(language, supported);
}
