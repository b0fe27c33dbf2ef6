import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { FieldsProps } from '../unit-spec.ts';

/** Who leads a department. */
export function HeadField({ values, problems, changed, isNew, editable, set }: FieldsProps) {
  const { form } = useTexts().organisation;
  const [choosing, setChoosing] = useState(false);
  if (choosing) {
    return (
      <div className="unit-head">
        <PersonPicker
          label={form.chooseHead}
          error={problems.headId}
          onChoose={({ id, name }) => {
            set('headId', id);
            set('headName', name);
            setChoosing(false);
          }}
        />
      </div>
    );
  }
  return (
    <div className="unit-head">
      <TextField
        label={form.head}
        value={values.headName || form.noHead}
        error={problems.headId}
        changed={!isNew && changed.includes('headId')}
      />
      {editable && (
        <div className="unit-head-actions">
          <Button onClick={() => setChoosing(true)}>{values.headId ? form.changeHead : form.chooseHead}</Button>
          {values.headId && (
            <Button
              onClick={() => {
                set('headId', '');
                set('headName', '');
              }}
            >
              {form.removeHead}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
