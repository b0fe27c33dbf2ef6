import type { MailView } from '@lectern/contract/features/mail.ts';
import { previewStoredMail } from '@lectern/contract/features/mail-compose.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { MessageShown } from '../message-shown.tsx';

const shapes = ['rendered', 'text', 'source'] as const;
type Shape = (typeof shapes)[number];
type Props = { mail: MailView; recipient: { id: string; name: string } | null };

/** The message as it went out: to one of the recipients, or as the reader would have got it. */
export function MessageTab({ mail, recipient }: Props) {
  const { view, compose } = useTexts().mail;
  const [shape, setShape] = useState<Shape>('rendered');
  const request = { params: { id: mail.id }, query: recipient ? { recipientId: recipient.id } : {} };
  const preview = useQuery(queryOf(previewStoredMail, request, { quiet: true }));
  const { data, error } = preview;
  return (
    <div className="mail-message">
      <div className="mail-message-head">
        <ChoiceField
          label={view.shapesLabel}
          value={shape}
          options={shapes.map((value) => ({ value, label: view.shapes[value] }))}
          onChange={setShape}
        />
        <span>{recipient ? fillText(view.asGot, { name: recipient.name }) : compose.previewSelf}</span>
      </div>
      {error && <ErrorPanel error={error} retrying={preview.isFetching} onRetry={() => void preview.refetch()} />}
      {preview.isPending && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      {data && shape === 'rendered' && (
        <article className="mail-paper" aria-label={view.message}>
          <h2>{data.subject}</h2>
          <small>
            {data.to.name} · {data.to.address ?? compose.noAddress}
          </small>
          <MessageShown body={mail.body} values={data.values} />
        </article>
      )}
      {data && shape !== 'rendered' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <pre className="mail-paper" tabIndex={0}>
          {shape === 'text' ? data.text : data.source}
        </pre>
      )}
      {mail.kind === 'system' && <p className="mail-secret">{view.secret}</p>}
    </div>
  );
}
