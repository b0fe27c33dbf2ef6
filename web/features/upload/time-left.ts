const shortestMs = 3_000;

/** How long the rest takes at the pace of the samples; null while nobody can tell. */
export function timeLeftMs(samples: readonly { at: number; bytes: number }[], totalBytes: number): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < shortestMs) return null;
  const pace = (last.bytes - first.bytes) / (last.at - first.at);
  const rest = totalBytes - last.bytes;
  if (pace <= 0 || rest <= 0) return null;
  return Math.ceil(rest / pace / 1000) * 1000;
}
