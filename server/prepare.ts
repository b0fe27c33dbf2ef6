import { type Language, languageOf } from '@lectern/contract/language.ts';
import { prepareFirstSignIn } from './features/auth/first-sign-in.ts';
import { PasswordHasher } from './features/auth/password-hasher.ts';
import { ensureHomePage } from './features/home-page/first-home-page.ts';
import { ensureStarterGroups } from './features/permission-group/starter-groups.ts';
import { ensureStarterPack } from './features/sensitive-word/starter-pack.ts';
import { presentSettings } from './features/settings/settings.presenter.ts';
import { findSettings } from './features/settings/settings.repository.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import type { FirstSignIn } from './platform/supervisor/running-part.ts';

/**
 * Makes sure someone can sign in, adds starter permission groups and a few examples of sensitive words if there never
 * were any, and creates the home page's slots if it has never had any.
 */
export async function prepareInstallation(db: Db, config: Config): Promise<FirstSignIn | undefined> {
  const [firstSignIn] = await Promise.all([
    prepareFirstSignIn({ db, hasher: new PasswordHasher(), config }),
    startLanguage(db).then((language) => ensureStarterGroups(db, language)),
    ensureStarterPack(db),
    ensureHomePage(db),
  ]);
  return firstSignIn;
}

/** The platform's language; on a new installation, the language of the machine. */
async function startLanguage(db: Db): Promise<Language> {
  const stored = await findSettings(db);
  return stored
    ? presentSettings(stored.value).defaultLanguage
    : languageOf(Intl.DateTimeFormat().resolvedOptions().locale);
}
