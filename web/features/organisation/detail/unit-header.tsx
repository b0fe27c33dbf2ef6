import { Fragment } from 'react';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { isOffered, type RowAction, type RowTarget } from '../../../lib/actions.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { stateOf } from '../unit-cells.tsx';
import type { UnitRow, UnitSpec } from '../unit-spec.ts';
import type { UnitSheetState } from './use-unit-sheet.ts';

type Props<Row extends UnitRow> = {
  spec: UnitSpec<Row>;
  actions: readonly RowAction<Row>[];
  row: Row;
  state: UnitSheetState;
};

/** Name, state, and everything one can do. */
export function UnitHeader<Row extends UnitRow>({ spec, actions, row, state }: Props<Row>) {
  const texts = useTexts();
  const me = useCurrentUser();
  const { form, editable, save } = state;
  // What takes it away leaves nothing to show.
  const target: RowTarget<Row> = { selection: { ids: [row.id] }, count: 1, row, done: () => undefined };
  const leaving = { ...target, done: () => navigate(spec.page) };
  const offered = actions.filter((action) => isOffered(action, target, me));
  const isLeaving = ({ id }: RowAction<Row>) => id.endsWith('.merge') || id.endsWith('.delete');
  return (
    <>
      <TitleField
        label={texts.organisation.form.name}
        value={form.values.name ?? ''}
        error={form.problems.name}
        changed={form.changed.includes('name')}
        maxLength={100}
        onChange={editable ? (value) => form.set('name', value) : undefined}
        onEnter={() => void save()}
      />
      {stateOf(row, texts)}
      {offered.length > 0 && (
        <Menu
          label={fillText(texts.organisation.detail.moreActions, { name: row.name })}
          align="end"
          trigger={(props) => <IconButton {...props} icon="more" label={texts.detail.more} />}
        >
          {offered.map((action, at) => (
            <Fragment key={action.id}>
              {action.separated && at > 0 && <MenuSeparator />}
              <MenuItem
                look={action.look ?? 'plain'}
                {...(action.icon && { icon: action.icon })}
                onSelect={() => void action.run(isLeaving(action) ? leaving : target, { navigate, user: me })}
              >
                {action.label(texts)}
              </MenuItem>
            </Fragment>
          ))}
        </Menu>
      )}
    </>
  );
}
