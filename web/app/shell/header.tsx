import { areasOf, landingPath } from '@lectern/contract/access.ts';
import { densities, themes } from '@lectern/contract/features/auth.ts';
import { defaultPlatformSettings, getPublicSettings } from '@lectern/contract/features/settings.ts';
import { languages } from '@lectern/contract/language.ts';
import { hasParameter, type Route, trailOf } from '@lectern/contract/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { BrandMark } from '../../components/brand-mark.tsx';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { Menu } from '../../components/menu.tsx';
import { MenuChoices, MenuItem, MenuSeparator } from '../../components/menu-item.tsx';
import { NotificationBell } from '../../features/notification/notification-bell.tsx';
import { OperationTray } from '../../features/operation/operation-tray.tsx';
import { changePreferences, densityIcons, themeIcons } from '../../features/profile/change-preferences.ts';
import { runAction } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { continued } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { queryOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { preferences } from '../../lib/theme.ts';
import { HeaderDoors } from './header-doors.tsx';
import { closeOverlay, openOverlay, overlay, toggleOverlay } from './overlays.ts';
import './header.css';
import './breadcrumb.css';
import './brand.css';
import './user-menu.css';

export function Header({ route, narrow }: { route: Route | undefined; narrow: boolean }) {
  const { shell } = useTexts();
  const open = useStore(overlay);
  return (
    <header className="header">
      {narrow ? (
        <IconButton
          icon="menu"
          label={shell.openMenu}
          aria-haspopup="dialog"
          aria-expanded={open === 'drawer'}
          onClick={() => openOverlay('drawer')}
        />
      ) : (
        <Brand />
      )}
      <Breadcrumb route={route} />
      <button type="button" className="header-find" aria-haspopup="dialog" onClick={() => openOverlay('palette')}>
        <Icon name="search" />
        <span>{shell.find}</span>
        <KeyHint keys="$mod+k" />
      </button>
      <HeaderDoors route={route} />
      <OperationTray
        open={open === 'operations'}
        onToggle={() => toggleOverlay('operations')}
        onClose={() => closeOverlay('operations')}
      />
      <NotificationBell
        open={open === 'notifications'}
        onToggle={() => toggleOverlay('notifications')}
        onClose={() => closeOverlay('notifications')}
      />
      <UserMenu />
    </header>
  );
}

/** Breadcrumb from the area to the page. The area switcher shows the area's name. */
function Breadcrumb({ route }: { route: Route | undefined }) {
  const { shell, routes } = useTexts();
  const trail = route ? trailOf(route) : [];
  const area = trail.length > 1 ? trail[0] : undefined;
  const rest = area ? trail.slice(1) : trail;
  return (
    <nav className="breadcrumb" aria-label={shell.breadcrumb}>
      <ol>
        <li>
          <AreaSwitcher area={area} />
        </li>
        {rest.map((step) => (
          <li key={step.id}>
            {step === route || hasParameter(step) ? (
              <span aria-current={step === route ? 'page' : undefined} title={routes[step.id]}>
                {routes[step.id]}
              </span>
            ) : (
              <AppLink to={step.path} title={routes[step.id]}>
                {routes[step.id]}
              </AppLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Shows the current area and links to the first page of every other. */
function AreaSwitcher({ area }: { area: Route | undefined }) {
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
          <span className="visually-hidden">{continued(shell.areaSwitcher)}</span>
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

/** The platform's logo and name; links to the user's start page. */
export function Brand() {
  const { data } = useQuery(queryOf(getPublicSettings, {}, { quiet: true }));
  const home = landingPath(useCurrentUser());
  const name = data?.platformName ?? defaultPlatformSettings.platformName;
  return (
    <AppLink to={home} className="brand">
      <BrandMark />
      <span>{name}</span>
    </AppLink>
  );
}

function UserMenu() {
  const { shell, words } = useTexts();
  const user = useCurrentUser();
  const run = (id: string) => () => void runAction(id, { navigate, user });
  return (
    <Menu
      label={shell.account}
      align="end"
      className="user-menu"
      trigger={(props) => (
        <button
          type="button"
          className="user-menu-button"
          aria-label={fillText(shell.accountOf, { name: user.name })}
          title={user.name}
          {...props}
        >
          <Avatar name={user.name} />
        </button>
      )}
    >
      <div className="user-menu-head" role="presentation">
        <Avatar name={user.name} size={36} />
        <div>
          <strong>{user.name}</strong>
          <div>
            {words.roles[user.roleId]} · {user.department?.name ?? shell.noDepartment}
          </div>
        </div>
      </div>
      <MenuSeparator />
      <MenuItem icon="person" onSelect={run('account.profile')}>
        {shell.profile}
      </MenuItem>
      <MenuItem icon="key" onSelect={run('account.password')}>
        {shell.password}
      </MenuItem>
      <MenuItem icon="device" onSelect={run('account.sessions')}>
        {shell.sessions}
      </MenuItem>
      <MenuSeparator />
      <PreferenceChoices />
      <MenuSeparator />
      <MenuItem icon="keyboard" keys="Shift+?" onSelect={run('help.shortcuts')}>
        {shell.shortcuts}
      </MenuItem>
      <MenuItem icon="logOut" onSelect={run('account.logout')}>
        {shell.logout}
      </MenuItem>
    </Menu>
  );
}

/** Theme, density and language; the menu stays open so choices can be tried. */
function PreferenceChoices() {
  const { shell, words } = useTexts();
  const { theme, density, language } = useStore(preferences);
  return (
    <>
      <MenuChoices label={shell.theme}>
        {themes.map((value) => (
          <MenuItem
            key={value}
            icon={themeIcons[value]}
            checked={value === theme}
            keepsOpen
            onSelect={() => void changePreferences({ theme: value })}
          >
            {words.themes[value]}
          </MenuItem>
        ))}
      </MenuChoices>
      <MenuChoices label={shell.density}>
        {densities.map((value) => (
          <MenuItem
            key={value}
            icon={densityIcons[value]}
            checked={value === density}
            keepsOpen
            onSelect={() => void changePreferences({ density: value })}
          >
            {words.densities[value]}
          </MenuItem>
        ))}
      </MenuChoices>
      <MenuChoices label={shell.language}>
        {languages.map((value) => (
          <MenuItem
            key={value}
            checked={value === language}
            keepsOpen
            onSelect={() => void changePreferences({ language: value })}
          >
            <span lang={value}>{words.languages[value]}</span>
          </MenuItem>
        ))}
      </MenuChoices>
    </>
  );
}
