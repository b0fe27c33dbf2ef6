/** The loudest moment of each of so many equal parts, from 0 to 1; the loudest of all is 1. */
export function peaksOf(samples: Float32Array | Uint8Array, parts: number): number[] {
  const size = Math.max(1, samples.length / parts);
  const peaks = Array.from({ length: Math.min(parts, samples.length) }, (_, part) => {
    let peak = 0;
    const end = Math.min(samples.length, Math.ceil((part + 1) * size));
    for (let at = Math.floor(part * size); at < end; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks, 0);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}
