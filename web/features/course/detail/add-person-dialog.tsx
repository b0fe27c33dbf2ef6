import { type CoursePart, courseParts } from '@lectern/contract/features/course.ts';
import type { Person } from '@lectern/contract/features/people.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import '../dialogs/course-dialogs.css';

export type NewPerson = { userId: string | null; name: string; part: CoursePart };
type Props = { onAdd: (person: NewPerson) => void; onClose: () => void };

/** Somebody with an account, or a guest by name. */
export function AddPersonDialog({ onAdd, onClose }: Props) {
  const { people: words, parts } = useTexts().course;
  const [way, setWay] = useState<'account' | 'name'>('account');
  const [part, setPart] = useState<CoursePart>('teacher');
  const [person, setPerson] = useState<Person | null>(null);
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const confirm = () => {
    setTried(true);
    if (way === 'account' && person) onAdd({ userId: person.id, name: person.name, part });
    else if (way === 'name' && name.trim()) onAdd({ userId: null, name: name.trim(), part });
  };
  return (
    <FormDialog title={words.addTitle} confirmLabel={words.addConfirm} onConfirm={confirm} onClose={onClose}>
      <ChoiceField
        label={words.part}
        value={part}
        options={courseParts.map((value) => ({ value, label: parts[value] }))}
        onChange={setPart}
      />
      <ChoiceField
        label={words.way}
        value={way}
        options={[
          { value: 'account', label: words.byAccount },
          { value: 'name', label: words.byName },
        ]}
        onChange={setWay}
      />
      {way === 'name' && (
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={name}
          maxLength={100}
          autoComplete="off"
          error={tried && !name.trim() ? words.needed : undefined}
          onChange={setName}
        />
      )}
      {way === 'account' && person && (
        <div className="course-chosen">
          <strong>{person.name}</strong>
          <Button size="small" onClick={() => setPerson(null)}>
            {words.other}
          </Button>
        </div>
      )}
      {way === 'account' && !person && (
        <PersonPicker label={words.find} error={tried ? words.needed : undefined} onChoose={setPerson} />
      )}
    </FormDialog>
  );
}
