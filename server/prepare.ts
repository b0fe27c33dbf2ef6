import { prepareFirstSignIn } from './features/auth/first-sign-in.ts';
import { PasswordHasher } from './features/auth/password-hasher.ts';
import { ensureHomePage } from './features/home-page/first-home-page.ts';
import { ensureStarterPack } from './features/sensitive-word/starter-pack.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import type { FirstSignIn } from './platform/supervisor/running-part.ts';

/**
 * Makes sure someone can sign in, adds a few examples to an empty sensitive-word library, and creates the home page's
 * slots if it has never had any.
 */
export async function prepareInstallation(db: Db, config: Config): Promise<FirstSignIn | undefined> {
  const [firstSignIn] = await Promise.all([
    prepareFirstSignIn({ db, hasher: new PasswordHasher(), config }),
    ensureStarterPack(db),
    ensureHomePage(db),
  ]);
  return firstSignIn;
}
