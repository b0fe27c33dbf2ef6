/** Of all sound that is recognised. */
export const sampleRate = 16_000;

export const samplesOf = (ms: number): number => Math.round((ms * sampleRate) / 1000);

export const millisecondsOf = (samples: number): number => Math.round((samples * 1000) / sampleRate);
