import {
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhook,
  testWebhook,
  updateWebhook,
  type Webhook,
  webhookFailureText,
  webhookKinds,
} from '@lectern/contract/features/webhook.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem } from '../../../components/menu-item.tsx';
import { SmallTable, SmallTableSkeleton } from '../../../components/small-table.tsx';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinNames, labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

type Open = { action: 'make' } | { action: WebhookAction; id: string } | null;
const invalidates = [listWebhooks, listWebhookDeliveries];
/** Refetch interval, because deliveries happen in the background. */
const lookMs = 15_000;

export function WebhooksTab() {
  const { apiKey } = useTexts();
  const texts = apiKey.webhooks;
  const answer = useQuery({ ...queryOf(listWebhooks, {}, { quiet: true }), refetchInterval: lookMs });
  const [open, setOpen] = useState<Open>(null);
  const [shown, setShown] = useState<{ name: string; secret: string } | null>(null);
  const update = useMutationOf(updateWebhook, { invalidates });
  const remove = useMutationOf(deleteWebhook, { invalidates });
  const test = useMutationOf(testWebhook, { invalidates });
  const rows = answer.data?.webhooks ?? [];
  const allowedHosts = answer.data?.allowedHosts ?? [];
  const one = open && 'id' in open ? rows.find(({ id }) => id === open.id) : undefined;
  const close = () => setOpen(null);
  const say = (text: string, { name }: Webhook) => notify({ level: 'success', title: fillText(text, { name }) });

  const act = (action: WebhookAction, webhook: Webhook) => {
    const params = { id: webhook.id };
    if (action === 'test') test.mutate({ params }, { onSuccess: () => say(texts.testSent, webhook) });
    else if (action === 'pause') {
      const paused = webhook.state !== 'paused';
      const done = () => say(paused ? texts.paused : texts.resumed, webhook);
      update.mutate({ params, body: { paused, version: webhook.version } }, { onSuccess: done });
    } else setOpen({ action, id: webhook.id });
  };
  const take = ({ webhook, secret }: { webhook: Webhook; secret: string }) => {
    setOpen(null);
    setShown({ name: webhook.name, secret });
  };
  const confirmDelete = (webhook: Webhook) =>
    remove.mutate(
      { params: { id: webhook.id }, body: { version: webhook.version } },
      { onSuccess: () => say(texts.deleted, webhook), onSettled: close },
    );
  const make = (
    <Button look="primary" icon="plus" disabled={allowedHosts.length === 0} onClick={() => setOpen({ action: 'make' })}>
      {texts.make}
    </Button>
  );
  if (open?.action === 'deliveries' && one) {
    return <DeliveriesCard webhook={one} onTest={() => act('test', one)} testing={test.isPending} onBack={close} />;
  }
  return (
    <Card title={texts.title} text={texts.text} aside={rows.length > 0 && make}>
      {answer.isError && (
        <div className="form-notice">
          <QueryError query={answer} keepsOld={rows.length > 0} />
        </div>
      )}
      {answer.isSuccess && allowedHosts.length === 0 && (
        <div className="form-notice">
          <Banner tone="warning" label={texts.hosts}>
            {texts.noHosts}
          </Banner>
        </div>
      )}
      {answer.isPending && <SmallTableSkeleton />}
      {answer.isSuccess && rows.length === 0 && (
        <EmptyState icon="megaphone" title={texts.emptyTitle} action={allowedHosts.length > 0 && make}>
          {texts.emptyText}
        </EmptyState>
      )}
      {rows.length > 0 && <WebhookTable webhooks={rows} onAction={act} />}
      {allowedHosts.length > 0 && (
        <div className="form-foot table-quiet">{labelled(texts.hosts, joinNames(allowedHosts))}</div>
      )}
      {open?.action === 'make' && <WebhookDialog allowedHosts={allowedHosts} onMade={take} onClose={close} />}
      {open?.action === 'edit' && one && (
        <WebhookDialog known={one} allowedHosts={allowedHosts} onMade={take} onClose={close} />
      )}
      {open?.action === 'rotate' && one && <RotateWebhookDialog known={one} onMade={take} onClose={close} />}
      <ConfirmDialog
        open={open?.action === 'delete' && one !== undefined}
        title={fillText(texts.deleteTitle, { name: one?.name ?? '' })}
        confirmLabel={texts.deleteConfirm}
        look="danger"
        busy={remove.isPending}
        onConfirm={() => one && confirmDelete(one)}
        onClose={close}
      >
        {texts.deleteText}
      </ConfirmDialog>
      {shown && (
        <SecretDialog
          title={fillText(apiKey.secret.webhookTitle, { name: shown.name })}
          text={apiKey.secret.webhookText}
          secret={shown.secret}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  );
}

type Props = { known: Webhook; onMade: (made: { webhook: Webhook; secret: string }) => void; onClose: () => void };

/** Replaces the signing secret. */
function RotateWebhookDialog({ known, onMade, onClose }: Props) {
  const texts = useTexts().apiKey.rotate;
  const rotate = useMutationOf(rotateWebhook, { invalidates: [listWebhooks] });
  const confirm = () =>
    rotate.mutate({ params: { id: known.id }, body: { version: known.version } }, { onSuccess: onMade });
  return (
    <ConfirmDialog
      open
      title={fillText(texts.title, { name: known.name })}
      confirmLabel={texts.confirm}
      busy={rotate.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {texts.webhookText}
    </ConfirmDialog>
  );
}

type WebhookAction = 'deliveries' | 'test' | 'edit' | 'pause' | 'rotate' | 'delete';
type Act = (action: WebhookAction, webhook: Webhook) => void;

const tones = { active: 'ok', failing: 'bad', paused: 'idle' } as const;

function WebhookTable({ webhooks, onAction }: { webhooks: readonly Webhook[]; onAction: Act }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.webhooks;
  return (
    <SmallTable
      columns={[texts.name, texts.state, texts.kinds, words.audience, texts.last, null]}
      className="api-key-table"
    >
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} row={webhook} onAction={onAction} />
      ))}
    </SmallTable>
  );
}

function WebhookRow({ row, onAction }: { row: Webhook; onAction: Act }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.webhooks;
  const format = useFormat();
  const isAll = row.kinds.length === webhookKinds.length;
  return (
    <tr>
      <td>
        <span className="table-strong">{row.name}</span>
        <small className="api-key-under">{row.url}</small>
      </td>
      <td>
        <Status tone={tones[row.state]}>{apiKey.webhookStates[row.state]}</Status>
        {!row.allowed && <small className="api-key-under api-key-bad">{texts.notAllowed}</small>}
        {row.pauseReason && (
          <small className="api-key-under">{webhookFailureText(row.pauseReason, apiKey.failures)}</small>
        )}
        {row.waiting > 0 && (
          <small className="api-key-under">{fillText(texts.waiting, { count: format.number(row.waiting) })}</small>
        )}
      </td>
      <td className="api-key-scopes">
        {isAll ? texts.allKinds : joinNames(row.kinds.map((kind) => apiKey.kinds[kind]))}
      </td>
      <td>{words.audiences[row.audience]}</td>
      <td>
        {row.lastDeliveredAt ? (
          <span title={format.dateTime(row.lastDeliveredAt)}>{format.relativeTime(row.lastDeliveredAt)}</span>
        ) : (
          <span className="table-quiet">{apiKey.keys.never}</span>
        )}
        {row.lastError && (
          <small className="api-key-under api-key-bad">{webhookFailureText(row.lastError, apiKey.failures)}</small>
        )}
      </td>
      <td className="table-end">
        <Button size="small" onClick={() => onAction('deliveries', row)}>
          {texts.deliveries}
        </Button>
        <WebhookMenu row={row} onAction={onAction} />
      </td>
    </tr>
  );
}

function WebhookMenu({ row, onAction }: { row: Webhook; onAction: Act }) {
  const texts = useTexts().apiKey.webhooks;
  const label = fillText(texts.actionsOf, { name: row.name });
  const isPaused = row.state === 'paused';
  return (
    <Menu label={label} align="end" trigger={(props) => <IconButton {...props} icon="more" label={label} />}>
      <MenuItem icon="megaphone" onSelect={() => onAction('test', row)}>
        {texts.test}
      </MenuItem>
      <MenuItem icon="edit" onSelect={() => onAction('edit', row)}>
        {texts.edit}
      </MenuItem>
      <MenuItem icon={isPaused ? 'check' : 'ban'} onSelect={() => onAction('pause', row)}>
        {isPaused ? texts.resume : texts.pause}
      </MenuItem>
      <MenuItem icon="refresh" onSelect={() => onAction('rotate', row)}>
        {texts.rotate}
      </MenuItem>
      <MenuItem icon="trash" look="danger" onSelect={() => onAction('delete', row)}>
        {texts.delete}
      </MenuItem>
    </Menu>
  );
}
