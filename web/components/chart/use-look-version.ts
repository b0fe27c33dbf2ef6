import { useSyncExternalStore } from 'react';

let version = 0;

/** Counts up whenever colours of the page may have become others: another theme, or paper instead of a screen. */
export function useLookVersion(): number {
  return useSyncExternalStore(subscribe, () => version);
}

function subscribe(listener: () => void): () => void {
  const changed = () => {
    version += 1;
    listener();
  };
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  const medias = ['print', '(prefers-reduced-motion: reduce)'].map((query) => window.matchMedia(query));
  for (const media of medias) media.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const media of medias) media.removeEventListener('change', changed);
  };
}
