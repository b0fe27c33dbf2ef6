import type { RunSandboxed } from '../sandbox/port.ts';

/**
 * Problems to review. `textOnSilence`: words where hardly any speech is detected; `repeatedLoop`: repeated words,
 * typical of engines that lost track; `tooFast`: more words than can be spoken in the time.
 */
export type Suspect = 'textOnSilence' | 'repeatedLoop' | 'tooFast';

/** `text` includes punctuation but no surrounding spaces. `confidence` is on the scale shared by all engines. */
export type SpokenWord = { text: string; startMs: number; endMs: number; confidence: number };

/** A sentence, or the words between two pauses. */
export type SpokenSegment = SpokenWord & { words: SpokenWord[]; suspects: Suspect[] };

export type SpeechEngineName = { name: string; version: string; model: string };

/** A recording without speech has no segments, which isn't an error. */
export type Transcript = {
  language: string;
  segments: SpokenSegment[];
  engine: SpeechEngineName;
  /** The speech may be in another language than the one given, in which case its words are invented. */
  languageDoubt: boolean;
};

export type SpeechJob = {
  /** A WAV file: 16 kHz, mono, 16-bit. */
  source: string;
  folder: string;
  /** Spoken language such as `en` or `en-GB`. Required, because an engine given the wrong language invents words. */
  language: string;
  signal: AbortSignal;
  onProgress?(percent: number): void;
  /** Called for each segment in order, as soon as it is available. */
  onSegment?(segment: SpokenSegment): void;
};

export interface SpeechEngine {
  describe(): Promise<SpeechEngineName>;
  /** Two-letter codes, or `*` for an engine that accepts any language. */
  languages(): Promise<readonly string[]>;
  /** Throws LanguageNotSupported, EngineMissing, InspectionFailure or the signal's reason. */
  transcribe(job: SpeechJob): Promise<Transcript>;
}

/** The operator's settings; if empty, the bundled English model is used. */
export type SpeechSettings = {
  /** Path by language: a whisper.cpp model `ggml-….bin`, or a folder with a sherpa-onnx model. */
  models?: Readonly<Record<string, string>>;
  /** Used for languages without a model in `models`. */
  endpoint?: SpeechEndpoint;
};

/** A server that implements `/v1/audio/transcriptions`. */
export type SpeechEndpoint = {
  /** Such as `http://127.0.0.1:8000`, with or without `/v1`. */
  baseUrl: string;
  model: string;
  key?: string;
  languages?: readonly string[];
  /** Per request. */
  timeoutMs?: number;
};

export type MakeSpeechEngine = (run: RunSandboxed, settings: SpeechSettings) => SpeechEngine;

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** English name of a language; a code that isn't standard is returned as is. */
export function nameOfLanguage(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The recording is fine: skip the job until the operator sets up a model for the language. */
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
