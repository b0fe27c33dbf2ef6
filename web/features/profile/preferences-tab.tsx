import { densities, themes } from '@lectern/contract/features/auth.ts';
import { languages } from '@lectern/contract/language.ts';
import { Card } from '../../components/card.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { preferences } from '../../lib/theme.ts';
import { useStore } from '../../lib/use-store.ts';
import { changePreferences } from './change-preferences.ts';
import { MailPreference } from './mail-preference.tsx';
import { densityIcons, themeIcons } from './preference-icons.ts';

export function PreferencesTab() {
  const { profile, words } = useTexts();
  const { theme, density, language } = useStore(preferences);
  return (
    <Card title={profile.preferencesTitle} text={profile.preferencesText}>
      <div className="card-body page-stack">
        <ChoiceField
          label={profile.theme}
          hint={profile.themeHint}
          value={theme}
          options={themes.map((value) => ({ value, label: words.themes[value], icon: themeIcons[value] }))}
          onChange={(value) => void changePreferences({ theme: value })}
        />
        <ChoiceField
          label={profile.density}
          hint={profile.densityHint}
          value={density}
          options={densities.map((value) => ({ value, label: words.densities[value], icon: densityIcons[value] }))}
          onChange={(value) => void changePreferences({ density: value })}
        />
        <ChoiceField
          label={profile.language}
          value={language}
          options={languages.map((value) => ({ value, label: words.languages[value] }))}
          onChange={(value) => void changePreferences({ language: value })}
        />
        <MailPreference />
      </div>
    </Card>
  );
}
