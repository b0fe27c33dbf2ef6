import { prepareFirstSignIn } from './features/auth/first-sign-in.ts';
import { PasswordHasher } from './features/auth/password-hasher.ts';
import { ensureHomePage } from './features/home-page/first-home-page.ts';
import { ensureStarterPack } from './features/sensitive-word/starter-pack.ts';
import { readConfig, requireDatabaseUrl } from './platform/config/config.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { joinInstallation } from './platform/installation/join-installation.ts';
import { announcePrepared } from './platform/supervisor/child-lifecycle.ts';
import { startProcess } from './platform/supervisor/start-process.ts';

// Runs once before api and worker: migrates the schema, makes sure someone can sign in, adds a few examples to an
// empty sensitive-word library, and creates the home page's slots if it has never had any.
await startProcess(async () => {
  const config = readConfig(process.env);
  const databaseUrl = requireDatabaseUrl(config);
  await migrate(databaseUrl);
  const { db } = openDatabase({ databaseUrl, applicationName: 'lectern-prepare', poolSize: 2 });
  await joinInstallation(db, config);
  const firstSignIn = await prepareFirstSignIn({ db, hasher: new PasswordHasher(), config });
  await ensureStarterPack(db);
  await ensureHomePage(db);
  await db.destroy();
  await announcePrepared(firstSignIn);
});
