import { chunkLoadTimeoutMs } from '@lectern/contract/constants.ts';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { ChunkTimeout, inChunkTime } from './chunk-time.ts';
import { fillText, useCoreTexts } from './i18n/use-texts.ts';
import { createStore, type Store, useStore } from './store.ts';

type Loaded<Props> =
  | { state: 'idle' | 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; Part: ComponentType<Props> };

type Source<Props> = { loaded: Store<Loaded<Props>>; fetchPart(): Promise<void>; pending: ReactNode };

/** A part of a page whose code loads when it is first shown, such as a viewer. Unlike a page, it takes props. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  pending: ReactNode = null,
): ComponentType<Props> {
  const loaded = createStore<Loaded<Props>>({ state: 'idle' });
  const fetchPart = async () => {
    const { state } = loaded.get();
    if (state === 'loading' || state === 'ready') return;
    loaded.set({ state: 'loading' });
    try {
      loaded.set({ state: 'ready', Part: await inChunkTime(load) });
    } catch (error) {
      loaded.set({ state: 'failed', error });
    }
  };
  const source: Source<Props> = { loaded, fetchPart, pending };
  return (props) => <LazyPartView source={source} props={props} />;
}

function LazyPartView<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  const now = useStore(source.loaded);
  useEffect(() => {
    void source.fetchPart();
  }, [source]);
  if (now.state === 'failed') return <ChunkFailure error={now.error} onRetry={() => void source.fetchPart()} />;
  return now.state === 'ready' ? <now.Part {...props} /> : source.pending;
}

type Props = { error: unknown; onRetry: () => void };

/** Shown when code failed to load; offers Retry and Reload. */
export function ChunkFailure({ error, onRetry }: Props) {
  const { failure } = useCoreTexts();
  const late = error instanceof ChunkTimeout;
  const text = late ? fillText(failure.chunkTimeout, { seconds: chunkLoadTimeoutMs / 1000 }) : failure.chunkText;
  return (
    <section className="notice-page" role="alert">
      <h1>{failure.chunkTitle}</h1>
      <p>{text}</p>
      <div className="notice-page-actions">
        <button type="button" className="action action-primary" onClick={onRetry}>
          {failure.retry}
        </button>
        <button type="button" className="action" onClick={() => window.location.reload()}>
          {failure.reload}
        </button>
      </div>
    </section>
  );
}
