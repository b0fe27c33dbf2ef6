import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';

type Props = {
  /** Of the track. */
  name: string;
  busy: boolean;
  onPublish: () => void;
  onClose: () => void;
};

/** Asked before subtitles of an earlier transcript or video are published. */
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
