import {
  deliveryStates,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookFailureText,
} from '@lectern/contract/features/webhook.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { SmallTable, SmallTableSkeleton } from '../../../components/small-table.tsx';
import { Status } from '../../../components/status.tsx';
import { call } from '../../../lib/api-client.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryKeyOf, useMutationOf } from '../../../lib/queries.ts';

type State = (typeof deliveryStates)[number];
type Props = { webhook: Webhook; testing: boolean; onTest: () => void; onBack: () => void };
/** Refetch intervals while a delivery is under way, and otherwise to find new ones. */
const lookMs = { busy: 3_000, idle: 15_000 };

function isUnderWay({ state, nextAt }: WebhookDelivery): boolean {
  return state === 'sending' || (state === 'waiting' && Date.parse(nextAt ?? '') - Date.now() < lookMs.idle);
}

/** Deliveries to one site with its responses, and a button to send one again. */
export function DeliveriesCard({ webhook, testing, onTest, onBack }: Props) {
  const { apiKey } = useTexts();
  const texts = apiKey.deliveries;
  const [state, setState] = useState<State | 'all'>('all');
  const query = state === 'all' ? {} : { state };
  const params = { id: webhook.id };
  const pages = useInfiniteQuery({
    queryKey: queryKeyOf(listWebhookDeliveries, { params, query: { ...query, pages: 'all' } }),
    queryFn: ({ pageParam, signal }) =>
      call(
        listWebhookDeliveries,
        { params, query: { ...query, ...(pageParam && { before: pageParam }) } },
        { quiet: true, signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ deliveries, more }) => (more ? deliveries.at(-1)?.id : undefined),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ deliveries }) => deliveries.some(isUnderWay)) ? lookMs.busy : lookMs.idle,
  });
  const again = useMutationOf(redeliverWebhook, { invalidates: [listWebhookDeliveries, listWebhooks] });
  const rows = pages.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  const redeliver = ({ id }: WebhookDelivery) =>
    again.mutate(
      { params: { id: webhook.id, deliveryId: id } },
      { onSuccess: () => notify({ level: 'success', title: texts.resent }) },
    );
  return (
    <Card
      title={fillText(texts.title, { name: webhook.name })}
      text={webhook.url}
      aside={
        <>
          <Button icon="chevronLeft" onClick={onBack}>
            {texts.back}
          </Button>
          <Button icon="megaphone" busy={testing} onClick={onTest}>
            {apiKey.webhooks.test}
          </Button>
        </>
      }
    >
      <div className="api-deliveries-filter">
        <SelectField
          label={texts.filter}
          value={state}
          options={[
            { value: 'all' as const, label: texts.all },
            ...deliveryStates.map((value) => ({ value, label: apiKey.deliveryStates[value] })),
          ]}
          onChange={setState}
        />
      </div>
      {pages.isError && (
        <div className="form-notice">
          <QueryError query={pages} keepsOld={rows.length > 0} />
        </div>
      )}
      {pages.isPending && <SmallTableSkeleton />}
      {pages.isSuccess && rows.length === 0 && (
        <EmptyState icon="megaphone" title={texts.emptyTitle}>
          {state === 'all' ? texts.emptyText : texts.emptyFiltered}
        </EmptyState>
      )}
      {rows.length > 0 && <DeliveryTable deliveries={rows} onRedeliver={redeliver} />}
      {pages.hasNextPage && (
        <div className="form-foot">
          <Button look="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </Card>
  );
}

const tones = { waiting: 'info', sending: 'info', delivered: 'ok', failed: 'bad' } as const;

type DeliveryTableProps = { deliveries: readonly WebhookDelivery[]; onRedeliver: (delivery: WebhookDelivery) => void };

function DeliveryTable({ deliveries, onRedeliver }: DeliveryTableProps) {
  const texts = useTexts().apiKey.deliveries;
  return (
    <SmallTable
      columns={[texts.kind, texts.about, texts.state, texts.answer, texts.tries, texts.when, null]}
      className="api-key-table"
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} row={delivery} onRedeliver={onRedeliver} />
      ))}
    </SmallTable>
  );
}

function DeliveryRow({ row, onRedeliver }: { row: WebhookDelivery; onRedeliver: DeliveryTableProps['onRedeliver'] }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.deliveries;
  const format = useFormat();
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
        {row.error && (
          <small className="api-key-under api-key-bad">{webhookFailureText(row.error, apiKey.failures)}</small>
        )}
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
