import { findPeople, type Person } from '@lectern/contract/features/people.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { fillText, useTexts } from '../lib/i18n/use-texts.ts';
import { queryOf } from '../lib/queries.ts';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';
import './person-picker.css';

type Props = {
  label: string;
  placeholder?: string | undefined;
  error?: string | undefined;
  onChoose: (person: Person) => void;
};

/** Finds people by name or account within the user's data scope. */
export function PersonPicker({ label, placeholder, error, onChoose }: Props) {
  const { list } = useTexts();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const people = useQuery({
    ...queryOf(findPeople, { query: { text: wanted } }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const found = people.data ?? [];
  return (
    <div className="person-picker">
      <TextField
        label={label}
        type="search"
        placeholder={placeholder ?? list.findPerson}
        value={text}
        error={error}
        maxLength={100}
        onChange={setText}
        data-first-focus
      />
      <ul>
        {found.map((person) => (
          <li key={person.id}>
            <button type="button" className="menu-item" onClick={() => onChoose(person)}>
              <Avatar name={person.name} size={20} />
              <span className="menu-item-label">{person.name}</span>
              <span className="menu-item-note">{person.departmentName ?? person.account}</span>
            </button>
          </li>
        ))}
      </ul>
      <div role="status" className="person-picker-none">
        {people.data && found.length === 0 && list.noPerson}
      </div>
    </div>
  );
}

type PersonFieldProps = Omit<Props, 'onChoose'> & {
  person: Person | null;
  /** Text with `{name}` shown once a person is chosen. */
  chosen?: string;
  /** Label of the button for choosing someone else. */
  other: string;
  onChange: (person: Person | null) => void;
};

/** Chooses one person. */
export function PersonField({ person, chosen = '{name}', other, onChange, ...picker }: PersonFieldProps) {
  if (!person) return <PersonPicker {...picker} onChoose={onChange} />;
  return (
    <div className="person-chosen">
      <strong>{fillText(chosen, { name: person.name })}</strong>
      <Button size="small" onClick={() => onChange(null)}>
        {other}
      </Button>
    </div>
  );
}
