import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { Ran } from './run-call.ts';

/** What came back, as it came. */
export function ResponseView({ ran, path }: { ran: Ran; path: string }) {
  const texts = useTexts().apiKey.documentation;
  const format = useFormat();
  const { status, text } = ran;
  const tone = status < 300 ? 'ok' : status < 400 ? 'info' : 'bad';
  return (
    <section className="documentation-response" aria-label={fillText(texts.response, { path })}>
      <p className="documentation-status">
        {texts.status} <Status tone={tone}>{status}</Status>
        <small>{fillText(texts.took, { count: format.number(ran.tookMs) })}</small>
      </p>
      <details>
        <summary>
          {texts.headers} ({ran.headers.length})
        </summary>
        <pre>{ran.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      {status === 304 && <p>{texts.noContent}</p>}
      {text !== null && text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer is scrolled by keys, too
        <section className="documentation-answer" tabIndex={0} aria-label={fillText(texts.content, { path })}>
          <pre>{text}</pre>
        </section>
      )}
      {ran.isCut && <p>{texts.cut}</p>}
      {text === null && ran.bytes > 0 && (
        <p>{fillText(texts.bytes, { size: format.bytes(ran.bytes), type: ran.type })}</p>
      )}
    </section>
  );
}
