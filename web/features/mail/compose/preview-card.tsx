import { previewMail } from '@lectern/contract/features/mail-compose.ts';
import { fillPlaces, plainLine } from '@lectern/contract/features/mail-text.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { Popover } from '../../../components/popover.tsx';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { MessageShown } from '../message-shown.tsx';
import './preview-card.css';

/** Live preview of the text for a chosen person. */
export function PreviewCard({ subject, body }: { subject: string; body: string }) {
  const { compose } = useTexts().mail;
  const [person, setPerson] = useState<{ id: string; name: string } | null>(null);
  // The variables' values don't depend on the text, so they are fetched once per person.
  const preview = useQuery<CallOutput<typeof previewMail>, ApiError>({
    queryKey: ['mail preview', person?.id ?? ''],
    queryFn: ({ signal }) =>
      call(previewMail, { body: { subject: '', body: '', userId: person?.id ?? null } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = preview;
  const as = person ? fillText(compose.previewOf, { name: person.name }) : compose.previewSelf;
  const chooser = (
    <Popover
      label={compose.previewAs}
      role="dialog"
      align="end"
      trigger={(props) => (
        <Button size="small" {...props}>
          {compose.previewAs}
        </Button>
      )}
    >
      {(close) => (
        <div className="mail-preview-chooser">
          <PersonPicker
            label={compose.findPerson}
            onChoose={({ id, name }) => {
              setPerson({ id, name });
              close();
            }}
          />
          {person && (
            <Button
              size="small"
              onClick={() => {
                setPerson(null);
                close();
              }}
            >
              {compose.asMyself}
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
  return (
    <Card title={compose.preview} text={as} aside={chooser} className="mail-preview">
      {error && <ErrorPanel error={error} retrying={preview.isFetching} onRetry={() => void preview.refetch()} />}
      {data && (
        <div className="mail-preview-paper">
          <div className="mail-preview-head">
            <small>
              {data.to.name} · {data.to.address ?? compose.noAddress}
            </small>
            <strong>{plainLine(fillPlaces(subject, data.values)) || '—'}</strong>
          </div>
          {body.trim() ? (
            <MessageShown body={body} values={data.values} />
          ) : (
            <p className="mail-preview-empty">{compose.previewEmpty}</p>
          )}
        </div>
      )}
    </Card>
  );
}
