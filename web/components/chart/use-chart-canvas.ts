import type { ComponentType } from 'react';
import { useEffect } from 'react';
import { inChunkTime } from '../../lib/chunk-time.ts';
import { createStore } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import type { ChartCanvasProps } from './chart-canvas.tsx';

type Loaded = { state: 'idle' | 'loading' | 'failed' } | { state: 'ready'; Canvas: ComponentType<ChartCanvasProps> };

const loaded = createStore<Loaded>({ state: 'idle' });

async function fetchCanvas(): Promise<void> {
  const { state } = loaded.get();
  if (state === 'loading' || state === 'ready') return;
  loaded.set({ state: 'loading' });
  try {
    const { ChartCanvas } = await inChunkTime(() => import('./chart-canvas.tsx'));
    loaded.set({ state: 'ready', Canvas: ChartCanvas });
  } catch {
    loaded.set({ state: 'failed' });
  }
}

/** What draws charts, fetched when the first one is shown. Where it does not arrive, the tables say the same. */
export function useChartCanvas(): Loaded & { retry: () => void } {
  const now = useStore(loaded);
  useEffect(() => {
    if (loaded.get().state === 'idle') void fetchCanvas();
  }, []);
  return { ...now, retry: () => void fetchCanvas() };
}
