import { Fragment } from 'react';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import type { ColumnDeed } from './column-menu.ts';

export function ColumnMenuItems({ deeds }: { deeds: readonly ColumnDeed[] }) {
  return deeds.map(({ id, label, icon, keys, look, separated, run }) => (
    <Fragment key={id}>
      {separated && <MenuSeparator />}
      <MenuItem {...(icon && { icon })} {...(keys && { keys })} {...(look && { look })} onSelect={run}>
        {label}
      </MenuItem>
    </Fragment>
  ));
}
