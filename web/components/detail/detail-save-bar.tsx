import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Status } from '../status.tsx';

type Props = {
  changes: number;
  saving: boolean;
  blocked: boolean;
  /** Where the button leads to more than saving. */
  label?: string;
  onSave: () => void;
  onDiscard: () => void;
};

/** There only while something is unsaved. */
export function DetailSaveBar({ changes, saving, blocked, label, onSave, onDiscard }: Props) {
  const { detail, words } = useTexts();
  if (changes === 0) return null;
  return (
    <div className="detail-foot">
      <span role="status">
        <Status tone="warn">{fillText(changes === 1 ? detail.oneChange : detail.changes, { count: changes })}</Status>
      </span>
      <Button onClick={onDiscard}>{words.discard}</Button>
      <Button look="primary" keys="$mod+s" busy={saving} disabled={blocked} onClick={onSave}>
        {label ?? (saving ? words.saving : words.save)}
      </Button>
    </div>
  );
}
