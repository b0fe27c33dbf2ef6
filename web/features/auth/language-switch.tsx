import { languages } from '@lectern/contract/language.ts';
import { chooseLanguage } from '../../lib/chosen-language.ts';
import { languageNames } from '../../lib/i18n/language-names.ts';
import { useCoreTexts, useLanguage } from '../../lib/i18n/use-texts.ts';

const tags = { en: 'en', zh: 'zh-CN' } as const;

/** The languages side by side, each by its own name. */
export function LanguageSwitch() {
  const { login } = useCoreTexts();
  const current = useLanguage();
  return (
    <fieldset className="login-languages">
      <legend className="login-hidden">{login.language}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={tags[language]}
          aria-pressed={language === current}
          onClick={() => void chooseLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  );
}
