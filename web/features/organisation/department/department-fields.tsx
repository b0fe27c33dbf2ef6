import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { fieldOf } from '../unit-field.ts';
import type { FieldsProps } from '../unit-spec.ts';
import { useDepartmentTree } from './use-department-tree.ts';

export function DepartmentFields(props: FieldsProps) {
  const { form } = useTexts().organisation;
  const field = fieldOf(props, form);
  return (
    <>
      {props.isNew && <TextField {...field('name')} maxLength={100} autoComplete="off" data-first-focus />}
      <TextField {...field('code')} hint={form.codeHint} maxLength={40} autoComplete="off" spellCheck={false} />
      {props.isNew && <PlaceFields {...props} />}
      <HeadField {...props} />
      <TextareaField {...field('description')} maxLength={2000} wide />
    </>
  );
}

const step = '\u2003';

/** Where a new one is put: the college, and what it is directly below. */
function PlaceFields({ values, problems, set }: FieldsProps) {
  const { form } = useTexts().organisation;
  const tree = useDepartmentTree().data;
  const colleges = tree?.colleges.filter(({ disabled }) => !disabled) ?? [];
  const below = tree?.departments.filter(({ college, disabled }) => college.id === values.collegeId && !disabled) ?? [];
  return (
    <>
      <SelectField
        label={form.college}
        value={values.collegeId ?? ''}
        error={problems.collegeId}
        disabled={!tree}
        options={[{ value: '', label: form.needed }, ...colleges.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(value) => {
          set('collegeId', value);
          set('parentId', '');
        }}
      />
      <SelectField
        label={form.parent}
        value={values.parentId ?? ''}
        error={problems.parentId}
        disabled={!values.collegeId}
        options={[
          { value: '', label: form.noParent },
          ...below.map(({ id, name, level }) => ({ value: id, label: `${step.repeat(level - 1)}${name}` })),
        ]}
        onChange={(value) => set('parentId', value)}
      />
    </>
  );
}

/** Who leads a department. */
function HeadField({ values, problems, changed, isNew, editable, set }: FieldsProps) {
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
