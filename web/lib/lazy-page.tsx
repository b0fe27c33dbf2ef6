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

/** A page whose code is fetched when it is first shown, or earlier by `preload`. */
export type LazyPage = ComponentType & { preload(): Promise<void> };

/**
 * Fetches a page's component when it is needed: `lazyPage(() => import('./x-page.tsx').then((module) => module.XPage))`.
 * A script or style sheet that fails to arrive ends in a panel that offers to try again or to reload.
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
