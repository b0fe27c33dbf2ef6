import { listSensitivePacks } from '@lectern/contract/features/sensitive-pack.ts';
import { listSensitiveWords } from '@lectern/contract/features/sensitive-word.ts';
import { sensitiveWordImport, sensitiveWordImportEndpoints } from '@lectern/contract/features/sensitive-word-import.ts';
import type { ImportDefinition } from '../../components/import/import-definition.ts';
import { ImportDialog } from '../../components/import/import-dialog.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { usePacks } from './use-packs.ts';
import { closeWordDialog } from './word-dialog.ts';

type Field = keyof typeof sensitiveWordImport.fields;

/** Pack for the imported words. */
function PackChoice({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const { sensitiveWord } = useTexts();
  const packs = usePacks().data;
  const options = (packs ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      label={sensitiveWord.importPack}
      hint={sensitiveWord.importPackHint}
      value={value ?? ''}
      options={[{ value: '', label: sensitiveWord.noPack }, ...options]}
      disabled={!packs}
      onChange={(id) => onChange(id || null)}
    />
  );
}

const definition: ImportDefinition = {
  declaration: sensitiveWordImport,
  endpoints: sensitiveWordImportEndpoints,
  Within: PackChoice,
  title: ({ sensitiveWord }) => sensitiveWord.importTitle,
  fieldName: (field, { sensitiveWord }) => sensitiveWord.importFields[field as Field] ?? field,
  valueName: (field, value, { scan, sensitiveWord }) => {
    const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      mode: sensitiveWord.modes,
      category: scan.categories,
      severity: scan.severities,
    };
    return names[field]?.[value];
  },
  note: ({ sensitiveWord }) => sensitiveWord.importNote,
  existing: ({ sensitiveWord }) => sensitiveWord.importExisting,
  invalidates: [listSensitiveWords, listSensitivePacks],
};

export function ImportWordsDialog() {
  return <ImportDialog definition={definition} onClose={closeWordDialog} />;
}
