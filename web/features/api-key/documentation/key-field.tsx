import { useState } from 'react';
import { Field } from '../../../components/field.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

/** Hidden like a password, but none: a browser that offers to keep it would keep it beyond the page. */
export function KeyField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const texts = useTexts().apiKey.documentation;
  const [isShown, setShown] = useState(false);
  return (
    <Field label={texts.key} hint={texts.keyHint}>
      {(control) => (
        <div className="field-with-button">
          <input
            {...control}
            className={isShown ? 'field-input' : 'field-input documentation-hidden'}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="lk_…"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            icon={isShown ? 'eyeOff' : 'eye'}
            label={isShown ? texts.hideKey : texts.showKey}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
