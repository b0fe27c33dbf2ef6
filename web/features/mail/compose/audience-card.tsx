import type { MailAudience } from '@lectern/contract/features/mail.ts';
import type { AudienceMeasure } from '@lectern/contract/features/mail-compose.ts';
import { recipientReasonWords } from '@lectern/contract/features/mail-words.ts';
import { Card } from '../../../components/card.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { isNobody, useAudienceMeasure } from './use-audience-measure.ts';
import './audience-card.css';

/** How many get it, and who does not and why, as it is at the moment. */
export function AudienceCard({ audience }: { audience: MailAudience }) {
  const { compose } = useTexts().mail;
  const format = useFormat();
  const measure = useAudienceMeasure(audience);
  const { data, error } = measure;
  const headline = () => {
    if (isNobody(audience)) return compose.chooseFirst;
    if (!data) return compose.measuring;
    if (data.recipients === 0) return compose.noRecipients;
    if (data.recipients === 1) return compose.oneRecipient;
    return fillText(compose.recipients, { count: format.number(data.recipients) });
  };
  return (
    <Card title={compose.audience}>
      <div className="mail-measure" aria-busy={measure.isFetching}>
        <p className="mail-measure-count" role="status">
          {headline()}
        </p>
        {error && <ErrorPanel error={error} retrying={measure.isFetching} onRetry={() => void measure.refetch()} />}
        {data && !isNobody(audience) && <LeftOut measure={data} />}
      </div>
    </Card>
  );
}

function LeftOut({ measure: { leftOut } }: { measure: AudienceMeasure }) {
  const { compose } = useTexts().mail;
  const format = useFormat();
  const reasons = inLanguage(recipientReasonWords);
  if (leftOut.length === 0) return <p>{compose.nobodyLeftOut}</p>;
  return (
    <>
      <h3>{compose.leftOut}</h3>
      {leftOut.map(({ reason, count, people }) => (
        <details key={reason}>
          <summary>
            <span>{reasons[reason]}</span> <em>{format.number(count)}</em>
          </summary>
          <ul>
            {people.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
            {count > people.length && (
              <li>{fillText(compose.andMore, { count: format.number(count - people.length) })}</li>
            )}
          </ul>
        </details>
      ))}
    </>
  );
}
