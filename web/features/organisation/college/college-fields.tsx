import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { fieldOf } from '../unit-field.ts';
import type { FieldsProps } from '../unit-spec.ts';

export function CollegeFields(props: FieldsProps) {
  const { form } = useTexts().organisation;
  const field = fieldOf(props, form);
  return (
    <>
      {props.isNew && <TextField {...field('name')} maxLength={100} autoComplete="off" data-first-focus />}
      <TextField {...field('code')} hint={form.codeHint} maxLength={40} autoComplete="off" spellCheck={false} />
      <TextField {...field('shortName')} maxLength={40} autoComplete="off" />
      <TextField {...field('contact')} hint={form.contactHint} maxLength={200} autoComplete="off" />
      <TextareaField {...field('description')} maxLength={2000} wide />
    </>
  );
}
