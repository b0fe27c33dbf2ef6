import type { OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import { useState } from 'react';
import { IconButton } from '../../../components/icon-button.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

type Named = { id: string; name: string };
export type EditedRoute = { college: Named | null; position: Named | null; person: Named | null };

type Props = {
  route: EditedRoute;
  units: OrganisationUnits | undefined;
  problem: string | undefined;
  twice: boolean;
  /** null: takes it away. */
  onChange: (route: EditedRoute | null) => void;
};

const findPerson = 'person?';

/** A college, or everywhere else, and the position or the person there. */
export function RouteRow({ route, units, problem, twice, onChange }: Props) {
  const { rules, choose } = useTexts().task;
  const [finding, setFinding] = useState(false);
  const { college, position, person } = route;
  const known = (list: readonly Named[], one: Named | null) =>
    one && !list.some(({ id }) => id === one.id) ? [one, ...list] : list;
  const colleges = known(units?.colleges ?? [], college);
  const positions = known(units?.positions ?? [], position);
  const value = finding ? findPerson : position ? position.id : person ? `person:${person.id}` : '';
  const receive = (chosen: string) => {
    setFinding(chosen === findPerson);
    const found = positions.find(({ id }) => id === chosen) ?? null;
    const keeps = person && chosen === `person:${person.id}`;
    onChange({ college, position: found, person: keeps ? person : null });
  };
  return (
    <div className="route-row">
      <SelectField
        label={rules.college}
        value={college?.id ?? ''}
        error={twice ? rules.twice : undefined}
        options={[
          { value: '', label: rules.everywhere },
          ...colleges.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => onChange({ ...route, college: colleges.find((one) => one.id === id) ?? null })}
      />
      <SelectField
        label={rules.receiver}
        value={value}
        error={problem}
        options={[
          { value: '', label: '—' },
          ...positions.map(({ id, name }) => ({ value: id, label: fillText(rules.position, { name }) })),
          ...(person ? [{ value: `person:${person.id}`, label: fillText(rules.person, { name: person.name }) }] : []),
          { value: findPerson, label: rules.choosePerson },
        ]}
        onChange={receive}
      />
      <IconButton
        icon="trash"
        label={fillText(rules.removeRoute, { name: college?.name ?? rules.everywhere })}
        onClick={() => onChange(null)}
      />
      {finding && (
        <div className="route-person">
          <PersonPicker
            label={choose.find}
            onChoose={({ id, name }) => {
              setFinding(false);
              onChange({ college, position: null, person: { id, name } });
            }}
          />
        </div>
      )}
    </div>
  );
}
