import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { TextField } from '../../../text-field.tsx';
import type { TitleDraft } from './edit-draft.ts';

type Props = { value: TitleDraft; isOne: boolean; isFine: boolean; onChange: (value: TitleDraft) => void };

/** The title of one resource as it is; of many, a word in all of them. */
export function TitleChange({ value, isOne, isFine, onChange }: Props) {
  const { resource, resourceDeeds, words } = useTexts();
  if (isOne)
    return (
      <TextField
        label={resource.fields.title}
        value={value.replace}
        wide
        maxLength={300}
        autoComplete="off"
        changed={value.find !== value.replace}
        error={isFine ? undefined : words.required}
        data-first-focus
        onChange={(replace) => onChange({ ...value, replace })}
      />
    );
  return (
    <>
      <TextField
        label={resourceDeeds.edit.find}
        hint={resourceDeeds.edit.findHint}
        value={value.find}
        maxLength={300}
        autoComplete="off"
        data-first-focus
        onChange={(find) => onChange({ ...value, find })}
      />
      <TextField
        label={resourceDeeds.edit.replace}
        value={value.replace}
        maxLength={300}
        autoComplete="off"
        disabled={!value.find}
        onChange={(replace) => onChange({ ...value, replace })}
      />
    </>
  );
}
