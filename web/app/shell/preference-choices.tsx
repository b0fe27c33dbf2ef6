import { densities, themes } from '@lectern/contract/features/auth.ts';
import { languages } from '@lectern/contract/language.ts';
import { MenuChoices, MenuItem } from '../../components/menu-item.tsx';
import { changePreferences } from '../../features/profile/change-preferences.ts';
import { densityIcons, themeIcons } from '../../features/profile/preference-icons.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { preferences } from '../../lib/theme.ts';
import { useStore } from '../../lib/use-store.ts';

/** Theme, density and language, to try out without leaving the menu. */
export function PreferenceChoices() {
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
