import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeHomeDialog } from '../home-dialog.ts';
import type { HomeDeeds } from '../use-home-deeds.ts';
import { useSending } from './use-sending.ts';

export function DiscardDialog({ deeds }: { deeds: HomeDeeds }) {
  const { homePage } = useTexts();
  const words = homePage.publishing;
  const { busy, send } = useSending();
  return (
    <ConfirmDialog
      open
      title={words.discardTitle}
      confirmLabel={words.discardConfirm}
      look="danger"
      busy={busy}
      onConfirm={() => void send(deeds.discard, closeHomeDialog)}
      onClose={closeHomeDialog}
    >
      {words.discardText}
    </ConfirmDialog>
  );
}
