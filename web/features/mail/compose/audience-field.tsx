import type { AudiencePart, MailAudience } from '@lectern/contract/features/mail.ts';
import { listAudienceChoices } from '@lectern/contract/features/mail-compose.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { findPeople } from '@lectern/contract/features/people.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { Switch } from '../../../components/switch.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import './audience-field.css';

type Props = {
  audience: MailAudience;
  /** Names of the chosen parts; deleted ones are missing. */
  chosen: readonly AudienceChoice[];
  onChange: (audience: MailAudience, picked?: AudienceChoice) => void;
};

/** Chooses recipients by name: parts of the organisation, groups and people. */
export function AudienceField({ audience, chosen, onChange }: Props) {
  const { compose } = useTexts().mail;
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const choices = useAudienceChoices(wanted).filter(({ part, id }) => !audience[part].includes(id));
  const keyOf = ({ part, id }: AudienceChoice) => `${part} ${id}`;
  const shown = chosen.filter(({ part, id }) => audience[part].includes(id));
  const pick = (key: string) => {
    const choice = choices.find((one) => keyOf(one) === key);
    if (!choice) return;
    setText('');
    onChange({ ...audience, [choice.part]: [...audience[choice.part], choice.id] }, choice);
  };
  const remove = ({ part, id }: AudienceChoice) =>
    onChange({ ...audience, [part]: audience[part].filter((one) => one !== id) });
  const last = shown.at(-1);
  return (
    <div className="mail-audience field-wide">
      {!audience.everybody && (
        <FindField
          label={compose.to}
          placeholder={compose.addTo}
          hint={compose.toHint}
          text={text}
          many
          options={choices.map((choice) => ({
            id: keyOf(choice),
            label: choice.name,
            note: [compose.parts[choice.part], choice.note].filter(Boolean).join(' · '),
          }))}
          none={wanted === '' ? compose.startTyping : compose.noneFound}
          onText={setText}
          onPick={({ id }) => pick(id)}
          {...(last && { onBack: () => remove(last) })}
        />
      )}
      {!audience.everybody && shown.length > 0 && (
        <ul className="find-field-chips mail-chips" aria-label={compose.to}>
          {shown.map((choice) => (
            <li key={keyOf(choice)}>
              <small>{compose.parts[choice.part]}</small>
              {choice.name}
              <button
                type="button"
                aria-label={fillText(compose.remove, { name: choice.name })}
                onClick={() => remove(choice)}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Switch
        label={compose.everybody}
        checked={audience.everybody}
        onChange={(everybody) => onChange({ ...audience, everybody })}
      />
    </div>
  );
}

export type AudienceChoice = { part: AudiencePart; id: string; name: string; note?: string };

const shownOf = 6;

/** Audience choices whose name contains the text. */
function useAudienceChoices(text: string): AudienceChoice[] {
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const groups = useQuery(queryOf(listAudienceChoices, {}, { quiet: true })).data?.groups;
  const people = useQuery({
    ...queryOf(findPeople, { query: { text } }, { quiet: true }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  }).data;
  const wanted = text.toLowerCase();
  const found = <Row extends { id: string; name: string }>(part: AudiencePart, rows: readonly Row[] | undefined) =>
    (rows ?? [])
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .slice(0, shownOf)
      .map(({ id, name }): AudienceChoice => ({ part, id, name }));
  return [
    ...found('colleges', units?.colleges),
    ...found('departments', units?.departments),
    ...found('positions', units?.positions),
    ...found('groups', groups),
    ...(text === '' ? [] : (people ?? [])).map(
      ({ id, name, departmentName, account }): AudienceChoice => ({
        part: 'people',
        id,
        name,
        note: departmentName ?? account,
      }),
    ),
  ];
}
