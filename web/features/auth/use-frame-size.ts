import { useSyncExternalStore } from 'react';

/** Below this width the middle frame with its margins would not fit. */
const small = '(max-width: 559px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(small);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useFrameSize(): 'middle' | 'small' {
  return useSyncExternalStore(subscribe, () => (window.matchMedia(small).matches ? 'small' : 'middle'));
}
