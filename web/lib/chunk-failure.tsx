import { chunkLoadTimeoutMs } from '@lectern/contract/constants.ts';
import { ChunkTimeout } from './chunk-time.ts';
import { fillText, useCoreTexts } from './i18n/use-texts.ts';

type Props = { error: unknown; onRetry: () => void };

/** Says that part of the program did not arrive, and offers the two things that help. */
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
