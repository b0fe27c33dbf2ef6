import { areasOf } from '@lectern/contract/access.ts';
import type { Route } from '@lectern/contract/routes.ts';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { MenuItem } from '../../components/menu-item.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';

/** Names the area one is in, and leads to the first page of any other. */
export function AreaSwitcher({ area }: { area: Route | undefined }) {
  const { shell, routes } = useTexts();
  const areas = areasOf(useCurrentUser());
  const current = areas.find((entry) => entry.group === area);
  return (
    <Menu
      label={shell.areas}
      className="area-menu"
      trigger={(props) => (
        <button type="button" className="area-switcher" title={shell.areaSwitcher} {...props}>
          <span>{area ? routes[area.id] : shell.areas}</span>
          <span className="visually-hidden">, {shell.areaSwitcher}</span>
          <Icon name="chevronDown" size={14} />
        </button>
      )}
    >
      {areas.map((entry) => (
        <MenuItem
          key={entry.group.id}
          icon={entry === current ? entry.group.activeIcon : entry.group.icon}
          checked={entry === current}
          onSelect={() => navigate(entry.pages[0]?.path ?? entry.group.path)}
        >
          {routes[entry.group.id]}
        </MenuItem>
      ))}
    </Menu>
  );
}
