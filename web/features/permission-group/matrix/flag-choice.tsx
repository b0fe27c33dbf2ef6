import { accessFlag } from '@lectern/contract/roles.ts';
import { useId } from 'react';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { Flag } from '../edit/group-draft.ts';

const choices: readonly { word: 'unset' | 'allow' | 'forbid'; flag: Flag; icon?: IconName }[] = [
  { word: 'unset', flag: null },
  { word: 'allow', flag: accessFlag.allow, icon: 'check' },
  { word: 'forbid', flag: accessFlag.forbid, icon: 'ban' },
];

type Props = { label: string; value: Flag | 'mixed'; disabled: boolean; onChange: (flag: Flag) => void };

/** Unset, Allow or Forbid: native radio buttons side by side, so that arrow keys work by themselves. */
export function FlagChoice({ label, value, disabled, onChange }: Props) {
  const { flags } = useTexts().permissionGroup.matrix;
  const name = useId();
  return (
    <fieldset className="flag-choice" disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ word, flag, icon }) => (
        <label key={word} className={`flag-${word}`}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={value === flag}
            onChange={() => onChange(flag)}
          />
          {icon && <Icon name={icon} size={14} />}
          {flags[word]}
        </label>
      ))}
    </fieldset>
  );
}
