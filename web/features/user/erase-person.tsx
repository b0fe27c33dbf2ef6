import { type ErasurePreview, erasePersonalData } from '@lectern/contract/features/personal-data.ts';
import { getUser, listUsers } from '@lectern/contract/features/user.ts';
import { listUserActivity } from '@lectern/contract/features/user-detail.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { closeUserDialog } from './user-dialog.ts';

/** The last step, by typing the name: nobody erases somebody by a slip of the hand. */
export function ErasePerson({ preview }: { preview: ErasurePreview }) {
  const { personalData } = useTexts();
  const format = useFormat();
  const { person, stays } = preview;
  const [name, setName] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const erase = useMutationOf(erasePersonalData, { quiet: true, invalidates: [listUsers, getUser, listUserActivity] });
  const owned = stays.find(({ kind }) => kind === 'resources')?.count ?? 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isRight = name.trim() === person.name;
    setIsWrong(!isRight);
    if (!isRight || erase.isPending) return;
    erase.mutate(
      { params: { id: person.id }, body: { name: name.trim(), version: person.version } },
      {
        onSuccess: ({ name: erased }) => {
          notify({ level: 'success', title: fillText(personalData.erased, { name: person.name, erased }) });
          closeUserDialog();
        },
      },
    );
  };
  return (
    <form className="personal-data-erase" onSubmit={submit} noValidate>
      <h3>{personalData.eraseTitle}</h3>
      <p>{personalData.eraseText}</p>
      {owned > 0 && <p>{fillText(personalData.handOnFirst, { count: format.number(owned) })}</p>}
      {erase.error && <ErrorPanel error={erase.error} title={personalData.notErased} />}
      <div className="personal-data-confirm">
        <TextField
          label={fillText(personalData.typeName, { name: person.name })}
          value={name}
          onChange={setName}
          autoComplete="off"
          maxLength={200}
          error={isWrong && name.trim() !== person.name ? personalData.wrongName : undefined}
        />
        <Button look="danger" submits busy={erase.isPending}>
          {personalData.eraseLabel}
        </Button>
      </div>
    </form>
  );
}
