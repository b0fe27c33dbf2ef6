import { chunkLoadTimeoutMs } from '@lectern/contract/constants.ts';
import { type ComponentType, useEffect } from 'react';
import { ChunkFailure } from './chunk-failure.tsx';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** Raised when a page's code did not arrive in time. */
export class ChunkTimeout extends Error {
  override readonly name = 'ChunkTimeout';
}

type Loaded =
  | { state: 'idle' | 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; Page: ComponentType };

/** A page whose code is fetched when it is first shown, or earlier by `preload`. */
export type LazyPage = ComponentType & { preload(): Promise<void> };

/** Rejects after the agreed time; `import()` itself would wait for ever. */
export async function inChunkTime<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout('A part of the page did not arrive in time')), chunkLoadTimeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Fetches a page's component when it is needed. A script or style sheet that fails to arrive, which the bundler
 * tells by rejecting the import, ends in a panel that offers to try again or to reload.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const store = createStore<Loaded>({ state: 'idle' });

  async function preload(): Promise<void> {
    const { state } = store.get();
    if (state === 'loading' || state === 'ready') return;
    store.set({ state: 'loading' });
    try {
      store.set({ state: 'ready', Page: await inChunkTime(load) });
    } catch (error) {
      store.set({ state: 'failed', error });
    }
  }

  function Lazy() {
    const loaded = useStore(store);
    useEffect(() => {
      if (loaded.state === 'idle') void preload();
    }, [loaded]);
    if (loaded.state === 'failed') return <ChunkFailure error={loaded.error} onRetry={() => void preload()} />;
    return loaded.state === 'ready' ? <loaded.Page /> : <div className="lazy-page-pending" aria-busy="true" />;
  }

  return Object.assign(Lazy, { preload });
}
