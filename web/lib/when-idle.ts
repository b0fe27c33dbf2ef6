const laterMs = 2_000;

/** Does something once the page rests; the answer calls it off. Not every browser tells when it is idle. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, laterMs);
  return () => clearTimeout(timer);
}
