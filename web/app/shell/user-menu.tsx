import { densities, themes } from '@lectern/contract/features/auth.ts';
import { languages } from '@lectern/contract/language.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Menu } from '../../components/menu.tsx';
import { MenuChoices, MenuItem, MenuSeparator } from '../../components/menu-item.tsx';
import { changePreferences } from '../../features/profile/change-preferences.ts';
import { densityIcons, themeIcons } from '../../features/profile/preference-icons.ts';
import { runAction } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { preferences } from '../../lib/theme.ts';
import { useStore } from '../../lib/use-store.ts';
import './user-menu.css';

export function UserMenu() {
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

/** Theme, density and language, to try out without leaving the menu. */
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
