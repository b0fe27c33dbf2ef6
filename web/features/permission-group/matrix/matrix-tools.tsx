import type { Person } from '@lectern/contract/features/people.ts';
import { presetRoles, presetRules } from '@lectern/contract/permission-presets.ts';
import { Button } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { Popover } from '../../../components/popover.tsx';
import { Switch } from '../../../components/switch.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { GroupDraft } from '../edit/group-draft.ts';
import { type AreaRows, countFlags, type Narrowing } from './matrix-rows.ts';

type Props = {
  rows: readonly AreaRows[];
  draft: GroupDraft;
  editable: boolean;
  by: Narrowing;
  onNarrow: (by: Narrowing) => void;
  onChange: (draft: GroupDraft) => void;
  person: Person | null;
  onPerson: (person: Person | null) => void;
};

/** Finds pages, fills in presets, and chooses a person to explain for. */
export function MatrixTools({ rows, draft, editable, by, onNarrow, onChange, person, onPerson }: Props) {
  const { permissionGroup, words: common } = useTexts();
  const { matrix: words } = permissionGroup;
  const format = useFormat();
  const counts = countFlags(rows, draft);
  const said = Object.fromEntries(Object.entries(counts).map(([flag, count]) => [flag, format.number(count)]));
  return (
    <div className="matrix-tools">
      <input
        type="search"
        className="field-input"
        aria-label={words.find}
        placeholder={words.find}
        value={by.text}
        onChange={(event) => onNarrow({ ...by, text: event.target.value })}
      />
      <Switch label={words.onlySet} checked={by.onlySet} onChange={(onlySet) => onNarrow({ ...by, onlySet })} />
      <span role="status" className="matrix-counts">
        {fillText(words.counts, said)}
      </span>
      {person ? (
        <Button icon="close" onClick={() => onPerson(null)}>
          {fillText(words.explainStop, { name: person.name })}
        </Button>
      ) : (
        <Popover
          label={words.explainFor}
          align="end"
          trigger={(props) => (
            <Button {...props} icon="person">
              {words.explain}
            </Button>
          )}
        >
          {(close) => (
            <PersonPicker
              label={words.explainFor}
              onChoose={(chosen) => {
                onPerson(chosen);
                close();
              }}
            />
          )}
        </Popover>
      )}
      {editable && (
        <Menu
          label={words.presets}
          align="end"
          trigger={(props) => (
            <Button {...props} icon="key">
              {words.presets}
            </Button>
          )}
        >
          {presetRoles.map((role) => (
            <MenuItem key={role} onSelect={() => onChange({ ...draft, rules: presetRules(role) })}>
              {common.roles[role]}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem onSelect={() => onChange({ ...draft, rules: {} })}>{words.clear}</MenuItem>
        </Menu>
      )}
    </div>
  );
}
