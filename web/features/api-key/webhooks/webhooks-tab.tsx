import {
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '@lectern/contract/features/webhook.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { RotateWebhookDialog } from './rotate-webhook-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { type WebhookDeed, WebhookTable } from './webhook-table.tsx';

type Open = { deed: 'make' } | { deed: WebhookDeed; id: string } | null;
const invalidates = [listWebhooks, listWebhookDeliveries];
/** Deliveries happen by themselves. */
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

  const act = (deed: WebhookDeed, webhook: Webhook) => {
    const params = { id: webhook.id };
    if (deed === 'test') test.mutate({ params }, { onSuccess: () => say(texts.testSent, webhook) });
    else if (deed === 'pause') {
      const paused = webhook.state !== 'paused';
      const done = () => say(paused ? texts.paused : texts.resumed, webhook);
      update.mutate({ params, body: { paused, version: webhook.version } }, { onSuccess: done });
    } else setOpen({ deed, id: webhook.id });
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
    <Button look="primary" icon="plus" disabled={allowedHosts.length === 0} onClick={() => setOpen({ deed: 'make' })}>
      {texts.make}
    </Button>
  );
  if (open?.deed === 'deliveries' && one) {
    return <DeliveriesCard webhook={one} onTest={() => act('test', one)} testing={test.isPending} onBack={close} />;
  }
  return (
    <Card title={texts.title} text={texts.text} aside={rows.length > 0 && make}>
      {answer.isError && (
        <div className="form-notice">
          <ErrorPanel
            error={answer.error}
            keepsOld={rows.length > 0}
            retrying={answer.isFetching}
            onRetry={() => void answer.refetch()}
          />
        </div>
      )}
      {answer.isSuccess && allowedHosts.length === 0 && (
        <div className="form-notice">
          <Banner tone="warning" label={texts.hosts}>
            {texts.noHosts}
          </Banner>
        </div>
      )}
      {answer.isPending && (
        <SkeletonRegion className="table-skeleton">
          <div>
            <Skeleton width="20%" />
            <Skeleton width="40%" />
          </div>
        </SkeletonRegion>
      )}
      {answer.isSuccess && rows.length === 0 && (
        <EmptyState icon="megaphone" title={texts.emptyTitle} action={allowedHosts.length > 0 && make}>
          {texts.emptyText}
        </EmptyState>
      )}
      {rows.length > 0 && <WebhookTable webhooks={rows} onDeed={act} />}
      {allowedHosts.length > 0 && (
        <div className="form-foot table-quiet">
          {texts.hosts}: {allowedHosts.join(', ')}
        </div>
      )}
      {open?.deed === 'make' && <WebhookDialog allowedHosts={allowedHosts} onMade={take} onClose={close} />}
      {open?.deed === 'edit' && one && (
        <WebhookDialog known={one} allowedHosts={allowedHosts} onMade={take} onClose={close} />
      )}
      {open?.deed === 'rotate' && one && <RotateWebhookDialog known={one} onMade={take} onClose={close} />}
      <ConfirmDialog
        open={open?.deed === 'delete' && one !== undefined}
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
