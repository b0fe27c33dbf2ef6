import { withNote } from '../../lib/i18n/punctuation.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';

type Props = {
  label: string;
  value: string;
  error?: string | undefined;
  changed: boolean;
  maxLength: number;
  /** Absent when read-only. */
  onChange?: ((value: string) => void) | undefined;
  onEnter: () => void;
};

/** The title, edited in place; Enter saves. */
export function TitleField({ label, value, error, changed, maxLength, onChange, onEnter }: Props) {
  const { words } = useTexts();
  if (!onChange) return <h3 className="detail-title">{value}</h3>;
  return (
    <div className="detail-title-edit">
      <input
        className="detail-title"
        aria-label={changed ? withNote(label, words.changed) : label}
        aria-invalid={error ? true : undefined}
        title={error}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        data-edit-focus
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
      />
      {error && <span className="field-help field-error">{error}</span>}
    </div>
  );
}
