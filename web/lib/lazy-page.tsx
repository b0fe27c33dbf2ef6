import { type ComponentType, useEffect } from 'react';
import { inChunkTime } from './chunk-time.ts';
import { ChunkFailure } from './lazy-part.tsx';
import { createStore, type Store, useStore } from './store.ts';

export { inChunkTime };

type Loaded =
  | { state: 'idle' | 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; Page: ComponentType };
type Source = { loaded: Store<Loaded>; preload(): Promise<void> };

/** A page whose code loads when it is first shown, or earlier through `preload`. */
export type LazyPage = ComponentType & { preload(): Promise<void> };

/**
 * Loads a page's component on demand: `lazyPage(() => import('./x-page.tsx').then((module) => module.XPage))`. If a
 * script or style sheet fails to load, it shows a panel with Retry and Reload.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const loaded = createStore<Loaded>({ state: 'idle' });

  async function preload(): Promise<void> {
    const { state } = loaded.get();
    if (state === 'loading' || state === 'ready') return;
    loaded.set({ state: 'loading' });
    try {
      loaded.set({ state: 'ready', Page: await inChunkTime(load) });
    } catch (error) {
      loaded.set({ state: 'failed', error });
    }
  }

  const source: Source = { loaded, preload };
  return Object.assign(() => <LazyPageView source={source} />, { preload });
}

function LazyPageView({ source }: { source: Source }) {
  const loaded = useStore(source.loaded);
  useEffect(() => {
    void source.preload();
  }, [source]);
  if (loaded.state === 'failed') return <ChunkFailure error={loaded.error} onRetry={() => void source.preload()} />;
  return loaded.state === 'ready' ? <loaded.Page /> : <div className="lazy-page-pending" aria-busy="true" />;
}
