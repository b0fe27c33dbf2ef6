import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Status } from '../status.tsx';
import type { FormState } from './use-editing.ts';

type Props = {
  edit: { form: Omit<FormState, 'submit'> & Partial<FormState>; editable: boolean };
  /** Button label when it does more than save. */
  label?: string;
  /** Called instead of submitting the form directly. */
  onSave?: () => void;
};

/** Visible only while there are unsaved changes. */
export function DetailSaveBar({ edit: { form, editable }, label, onSave }: Props) {
  const { detail, words } = useTexts();
  const { changed, saving, submit, discard } = form;
  if (changed.length === 0) return null;
  return (
    <div className="detail-foot">
      <span role="status">
        <Status tone="warn">{fillText(detail.changes, { count: changed.length })}</Status>
      </span>
      <Button onClick={discard}>{words.discard}</Button>
      <Button
        look="primary"
        keys="$mod+s"
        busy={saving}
        disabled={!editable}
        onClick={() => (onSave ? onSave() : void submit?.())}
      >
        {label ?? (saving ? words.saving : words.save)}
      </Button>
    </div>
  );
}
