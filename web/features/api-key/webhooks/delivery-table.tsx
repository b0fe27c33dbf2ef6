import type { WebhookDelivery } from '@lectern/contract/features/webhook.ts';
import { webhookFailureIn } from '@lectern/contract/features/webhook-failure-words.ts';
import { Button } from '../../../components/button.tsx';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';

const tones = { waiting: 'info', sending: 'info', delivered: 'ok', failed: 'bad' } as const;

type Props = { deliveries: readonly WebhookDelivery[]; onRedeliver: (delivery: WebhookDelivery) => void };

export function DeliveryTable({ deliveries, onRedeliver }: Props) {
  const texts = useTexts().apiKey.deliveries;
  return (
    <div className="table-scroll">
      <table className="table api-key-table">
        <thead>
          <tr>
            <th scope="col">{texts.kind}</th>
            <th scope="col">{texts.about}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.answer}</th>
            <th scope="col">{texts.tries}</th>
            <th scope="col">{texts.when}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} row={delivery} onRedeliver={onRedeliver} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DeliveryRow({ row, onRedeliver }: { row: WebhookDelivery; onRedeliver: Props['onRedeliver'] }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.deliveries;
  const format = useFormat();
  const language = useLanguage();
  const kinds: Record<string, string> = apiKey.kinds;
  const kind = kinds[row.kind] ?? (row.kind === 'test' ? texts.test : row.kind);
  const isSettled = row.state === 'delivered' || row.state === 'failed';
  return (
    <tr>
      <td className="table-strong">{kind}</td>
      <td>{row.objectName ?? <span className="table-quiet">{words.none}</span>}</td>
      <td>
        <Status tone={tones[row.state]}>{apiKey.deliveryStates[row.state]}</Status>
        {row.nextAt && row.tries > 0 && !isSettled && (
          <small className="api-key-under" title={format.dateTime(row.nextAt)}>
            {fillText(texts.next, { when: format.relativeTime(row.nextAt) })}
          </small>
        )}
      </td>
      <td>
        {row.httpStatus ?? (!row.error && <span className="table-quiet">{words.none}</span>)}
        {row.error && <small className="api-key-under api-key-bad">{webhookFailureIn(language, row.error)}</small>}
      </td>
      <td>{format.number(row.tries)}</td>
      <td title={format.dateTime(row.createdAt)}>{format.relativeTime(row.createdAt)}</td>
      <td className="table-end">
        <Button size="small" aria-label={fillText(texts.redeliverOf, { kind })} onClick={() => onRedeliver(row)}>
          {texts.redeliver}
        </Button>
      </td>
    </tr>
  );
}
