import { createLibrary } from '@lectern/contract/features/library.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { FormDialog } from './form-dialog.tsx';
import { closeLibraryDialog } from './library-dialog.ts';
import { changedByFolders } from './renew-folders.ts';

export function NewLibraryDialog({ onCreated }: { onCreated: (libraryId: string) => void }) {
  const { library: texts, words } = useTexts();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'school' | 'college'>('school');
  const [collegeId, setCollegeId] = useState('');
  const [tried, setTried] = useState(false);
  const units = useQuery({ ...queryOf(listUnits, {}, { quiet: true }), enabled: kind === 'college' });
  const create = useMutationOf(createLibrary, { invalidates: changedByFolders, quiet: true });
  const colleges = units.data?.colleges ?? [];
  const submit = () => {
    setTried(true);
    if (name.trim() === '' || (kind === 'college' && !collegeId)) return;
    create.mutate(
      { body: { name, kind, collegeId: kind === 'college' ? collegeId : null } },
      {
        onSuccess: (created) => {
          closeLibraryDialog();
          notify({ level: 'success', title: fillText(texts.created, { name: created.name }) });
          onCreated(created.id);
        },
      },
    );
  };
  return (
    <FormDialog
      title={texts.newLibrary}
      submitLabel={texts.create}
      busy={create.isPending}
      error={create.error ?? units.error}
      onSubmit={submit}
    >
      <TextField
        label={texts.name}
        value={name}
        maxLength={100}
        error={tried && name.trim() === '' ? words.required : undefined}
        data-first-focus
        autoComplete="off"
        onChange={setName}
      />
      <SelectField
        label={texts.kind}
        value={kind}
        options={(['school', 'college'] as const).map((value) => ({ value, label: texts.kinds[value] }))}
        onChange={setKind}
      />
      {kind === 'college' && (
        <SelectField
          label={texts.college}
          value={collegeId}
          error={tried && !collegeId ? texts.chooseCollege : undefined}
          options={[
            { value: '', label: texts.unset },
            ...colleges.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={setCollegeId}
        />
      )}
    </FormDialog>
  );
}
