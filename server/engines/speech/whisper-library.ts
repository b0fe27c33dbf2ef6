import koffi from 'koffi';
import type { Token, TokenEngine } from './join-tokens.ts';
import { useVectorProducts } from './vector-products.ts';
import { samplesOf } from './wav-file.ts';
import type { WhisperModel } from './whisper-model.ts';

/**
 * Struct layouts of whisper.h in the installed version. They must match exactly; `checkLayout` verifies this before
 * use.
 */
const contextParameters = koffi.struct('whisper_context_params', {
  use_gpu: 'bool',
  flash_attn: 'bool',
  gpu_device: 'int',
  dtw_token_timestamps: 'bool',
  dtw_aheads_preset: 'int',
  dtw_n_top: 'int',
  dtw_aheads: koffi.struct('whisper_aheads', { n_heads: 'size_t', heads: 'void *' }),
  dtw_mem_size: 'size_t',
});

const fullParameters = koffi.struct('whisper_full_params', {
  strategy: 'int',
  n_threads: 'int',
  n_max_text_ctx: 'int',
  offset_ms: 'int',
  duration_ms: 'int',
  translate: 'bool',
  no_context: 'bool',
  no_timestamps: 'bool',
  single_segment: 'bool',
  print_special: 'bool',
  print_progress: 'bool',
  print_realtime: 'bool',
  print_timestamps: 'bool',
  token_timestamps: 'bool',
  thold_pt: 'float',
  thold_ptsum: 'float',
  max_len: 'int',
  split_on_word: 'bool',
  max_tokens: 'int',
  debug_mode: 'bool',
  audio_ctx: 'int',
  tdrz_enable: 'bool',
  suppress_regex: 'void *',
  initial_prompt: 'void *',
  carry_initial_prompt: 'bool',
  prompt_tokens: 'void *',
  prompt_n_tokens: 'int',
  language: 'const char *',
  detect_language: 'bool',
  suppress_blank: 'bool',
  suppress_nst: 'bool',
  temperature: 'float',
  max_initial_ts: 'float',
  length_penalty: 'float',
  temperature_inc: 'float',
  entropy_thold: 'float',
  logprob_thold: 'float',
  no_speech_thold: 'float',
  best_of: 'int',
  beam_size: 'int',
  patience: 'float',
  callbacks: koffi.array('void *', 10),
  grammar_rules: 'void *',
  n_grammar_rules: 'size_t',
  i_start_rule: 'size_t',
  grammar_penalty: 'float',
  vad: 'bool',
  vad_model_path: 'void *',
  vad_params: koffi.struct('whisper_vad_params', {
    threshold: 'float',
    min_speech_duration_ms: 'int',
    min_silence_duration_ms: 'int',
    max_speech_duration_s: 'float',
    speech_pad_ms: 'int',
    samples_overlap: 'float',
  }),
});

const tokenData = koffi.struct('whisper_token_data', {
  id: 'int',
  tid: 'int',
  p: 'float',
  plog: 'float',
  pt: 'float',
  ptsum: 'float',
  t0: 'int64_t',
  t1: 'int64_t',
  t_dtw: 'int64_t',
  vlen: 'float',
});

/** Only the fields that are set or read here. */
type FullParameters = {
  temperature_inc: number;
  entropy_thold: number;
  no_speech_thold: number;
  vad_params: { threshold: number; samples_overlap: number };
};

type TokenData = { id: number; p: number; t_dtw: number | bigint };

/** One encoder step covers 20 ms. */
const samplesPerStep = samplesOf(20);
const mostSteps = 1500;
/**
 * Whisper encodes 30 s no matter how short the audio. Two thirds of that take proportionally less time with the same
 * text; with fewer steps it repeated itself.
 */
const fewestSteps = 1024;
const spareSteps = 256;
/** The language is detected in the first windows only, because it takes half as long as transcribing a window. */
const mostDetections = 3;

/**
 * Uses whisper.cpp's native API, because the package's own one hides word confidence and estimates word times. Here
 * times come from the model's attention (DTW).
 */
export function loadWhisper(library: string, model: WhisperModel): TokenEngine {
  const native = bind(library);
  const context = native.init(model.path, {
    ...native.contextDefaults(),
    use_gpu: false,
    // DTW timestamps need data that flash attention doesn't keep.
    flash_attn: false,
    dtw_token_timestamps: true,
    ...model.alignment,
  });
  if (!context) throw new Error('The model can’t be loaded.');
  const endOfText = native.endOfText(context);
  const parameters = {
    ...native.fullDefaults(0),
    n_threads: 1,
    // Each window is independent, so errors don't carry over.
    no_context: true,
    // One pass per window; with timestamps it would start another pass after the last one the model names.
    no_timestamps: true,
    print_progress: false,
    // If the model is uncertain or repeats itself, it retries at a higher temperature: at most three times instead of
    // six.
    temperature_inc: 0.4,
  };
  const isMultilingual = model.languages.length > 1;
  let detections = 0;
  /** Applies to the window recognized last. */
  const chanceOf = (language: string): number => {
    const chances = new Float32Array(native.lastLanguage() + 1);
    if (native.detectLanguage(context, 0, 1, chances) < 0) throw new Error('whisper.cpp can’t tell the language.');
    return chances[native.languageNumber(language)] ?? 0;
  };
  return {
    recognise(samples, language) {
      const audio_ctx = Math.min(
        mostSteps,
        Math.max(fewestSteps, Math.ceil(samples.length / samplesPerStep) + spareSteps),
      );
      const failed = native.full(context, { ...parameters, audio_ctx, language }, samples, samples.length);
      if (failed !== 0) throw new Error(`whisper.cpp answered ${failed}.`);
      const tokens: Token[] = [];
      const segments = native.segments(context);
      for (let segment = 0; segment < segments; segment += 1) {
        for (let at = 0; at < native.tokens(context, segment); at += 1) {
          const { id, p, t_dtw } = native.token(context, segment, at);
          if (id >= endOfText) continue;
          const text = native.text(context, segment, at);
          const bytes = Buffer.from(koffi.view(text, native.length(text)).slice(0));
          tokens.push({ bytes, chance: p, atMs: Number(t_dtw) * 10 });
        }
      }
      const noSpeech = segments > 0 ? native.noSpeech(context, 0) : 1;
      if (!isMultilingual || detections >= mostDetections) return { tokens, noSpeech };
      detections += 1;
      return { tokens, noSpeech, languageChance: chanceOf(language) };
    },
  };
}

function bind(file: string) {
  const library = koffi.load(file, { lazy: true });
  const address = 'void *';
  const native = {
    contextDefaults: library.func('whisper_context_default_params', contextParameters, []),
    fullDefaults: library.func('whisper_full_default_params', fullParameters, ['int']),
    init: library.func('whisper_init_from_file_with_params', address, ['const char *', contextParameters]),
    full: library.func('whisper_full', 'int', [address, fullParameters, 'float *', 'int']),
    segments: library.func('whisper_full_n_segments', 'int', [address]),
    noSpeech: library.func('whisper_full_get_segment_no_speech_prob', 'float', [address, 'int']),
    tokens: library.func('whisper_full_n_tokens', 'int', [address, 'int']),
    token: library.func('whisper_full_get_token_data', tokenData, [address, 'int', 'int']) as (
      context: unknown,
      segment: number,
      at: number,
    ) => TokenData,
    text: library.func('whisper_full_get_token_text', address, [address, 'int', 'int']),
    detectLanguage: library.func('whisper_lang_auto_detect', 'int', [address, 'int', 'int', '_Out_ float *']),
    languageNumber: library.func('whisper_lang_id', 'int', ['const char *']),
    lastLanguage: library.func('whisper_lang_max_id', 'int', []),
    endOfText: library.func('whisper_token_eot', 'int', [address]),
    length: library.func('strlen', 'size_t', [address]),
  };
  checkLayout(native.fullDefaults(0) as FullParameters);
  useVectorProducts(library);
  return native;
}

/** Checks known default values at both ends of the struct, which would move in another version. */
function checkLayout(defaults: FullParameters): void {
  const { temperature_inc, entropy_thold, no_speech_thold, vad_params } = defaults;
  const seen = [temperature_inc, entropy_thold, no_speech_thold, vad_params.threshold, vad_params.samples_overlap];
  const expected = [0.2, 2.4, 0.6, 0.5, 0.1];
  if (expected.every((value, at) => Math.abs(value - (seen[at] ?? 0)) < 1e-6)) return;
  throw new Error('This version of whisper.cpp isn’t supported.');
}
