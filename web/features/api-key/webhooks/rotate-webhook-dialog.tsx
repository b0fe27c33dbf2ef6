import { listWebhooks, rotateWebhook, type Webhook } from '@lectern/contract/features/webhook.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';

type Props = { known: Webhook; onMade: (made: { webhook: Webhook; secret: string }) => void; onClose: () => void };

/** Another secret to sign with. */
export function RotateWebhookDialog({ known, onMade, onClose }: Props) {
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
