import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';

type Props = {
  /** Name of the track. */
  name: string;
  busy: boolean;
  onPublish: () => void;
  onClose: () => void;
};

/** Asks for confirmation before publishing subtitles made from an earlier transcript or video. */
export function PublishOutOfDate({ name, busy, onPublish, onClose }: Props) {
  const { outOfDate } = useTexts().subtitle;
  return (
    <ConfirmDialog
      open
      title={outOfDate.title}
      confirmLabel={outOfDate.anyway}
      busy={busy}
      onConfirm={onPublish}
      onClose={onClose}
    >
      {fillText(outOfDate.text, { name })}
    </ConfirmDialog>
  );
}
