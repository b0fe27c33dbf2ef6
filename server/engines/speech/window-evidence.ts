/** What speaks for or against words that were heard in a window. */
export type WindowEvidence = {
  /** How likely the engine takes it that nobody speaks. */
  noSpeech: number;
  /** How likely somebody was heard to speak between two instants of the recording. */
  voice(startMs: number, endMs: number): number;
};
