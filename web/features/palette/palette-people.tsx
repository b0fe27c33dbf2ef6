import type { Person } from '@lectern/contract/features/people.ts';
import { Command } from 'cmdk';
import { Avatar } from '../../components/avatar.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { Found } from './use-found.ts';
import { userPage } from './use-people.ts';

type Props = { found: Found<Person>; onGo: (path: string) => void };

/** People found by name or account; choosing one opens the user page at that person. */
export function PalettePeople({ found, onGo }: Props) {
  const { palette } = useTexts();
  const { hits: people, searching, failed } = found;
  if (people.length === 0 && !searching && !failed) return null;
  return (
    <Command.Group heading={palette.people}>
      {people.map((person) => (
        <Command.Item
          key={person.id}
          value={`person.${person.id}`}
          onSelect={() => onGo(`${userPage.path}?search=${encodeURIComponent(person.account)}`)}
        >
          <Avatar name={person.name} size={20} />
          <span className="palette-label">{person.name}</span>
          <span className="palette-note">
            {person.departmentName ? `${person.account} · ${person.departmentName}` : person.account}
          </span>
        </Command.Item>
      ))}
      {searching && people.length === 0 && <div className="palette-quiet">{palette.searchingPeople}</div>}
      {failed && <div className="palette-quiet">{palette.peopleFailed}</div>}
    </Command.Group>
  );
}
