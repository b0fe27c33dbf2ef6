import koffi from 'koffi';

/**
 * The structures of whisper.h in the version that is installed, field by field. They must fit exactly; whisper-library.ts
 * makes sure of it before it uses them.
 */
export const contextParameters = koffi.struct('whisper_context_params', {
  use_gpu: 'bool',
  flash_attn: 'bool',
  gpu_device: 'int',
  dtw_token_timestamps: 'bool',
  dtw_aheads_preset: 'int',
  dtw_n_top: 'int',
  dtw_aheads: koffi.struct('whisper_aheads', { n_heads: 'size_t', heads: 'void *' }),
  dtw_mem_size: 'size_t',
});

export const fullParameters = koffi.struct('whisper_full_params', {
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

export const tokenData = koffi.struct('whisper_token_data', {
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

/** Of which only what is set or looked at has a name here. */
export type FullParameters = {
  temperature_inc: number;
  entropy_thold: number;
  no_speech_thold: number;
  vad_params: { threshold: number; samples_overlap: number };
};

export type TokenData = { id: number; p: number; t_dtw: number | bigint };
