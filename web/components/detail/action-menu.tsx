import { Fragment } from 'react';
import type { RowAction } from '../../lib/actions.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { IconButton } from '../button.tsx';
import { Menu } from '../menu.tsx';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';

type Props<Row> = {
  label: string;
  actions: readonly RowAction<Row>[];
  onRun: (action: RowAction<Row>) => void;
};

export function ActionMenu<Row>({ label, actions, onRun }: Props<Row>) {
  const texts = useTexts();
  if (actions.length === 0) return null;
  return (
    <Menu
      label={label}
      align="end"
      trigger={(props) => <IconButton {...props} icon="more" label={texts.detail.more} />}
    >
      {actions.map((action, at) => (
        <Fragment key={action.id}>
          {action.separated && at > 0 && <MenuSeparator />}
          <MenuItem
            look={action.look ?? 'plain'}
            {...(action.icon && { icon: action.icon })}
            onSelect={() => onRun(action)}
          >
            {action.label(texts)}
          </MenuItem>
        </Fragment>
      ))}
    </Menu>
  );
}
