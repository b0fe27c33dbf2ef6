import { passwordsAtOnce } from '@lectern/contract/features/user-import.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { generatePassword } from '../../platform/one-time-password.ts';
import type { PasswordHasher, PasswordService } from '../auth/public.ts';
import type { UserChangeService } from './user-change.service.ts';
import { findOwnImport, hasPassword, listImportedWithoutPassword } from './user-import.repository.ts';

type Dependencies = {
  db: Db;
  hasher: PasswordHasher;
  passwords: Pick<PasswordService, 'reset'>;
  changes: Pick<UserChangeService, 'take'>;
};
type IssuedPassword = { account: string; name: string; password: string };

/** Issues one-time passwords to imported people; each is shown once and only its hash is stored. */
export class ImportPasswordService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async issue(context: SignedInContext, importId: string): Promise<{ rows: IssuedPassword[]; done: boolean }> {
    const { db } = this.#dependencies;
    if (!(await findOwnImport(db, importId, context.principal.userId))) throw new AppError('notFound');
    const people = await listImportedWithoutPassword(db, importId, passwordsAtOnce);
    const rows: IssuedPassword[] = [];
    for (const person of people) {
      const password = await this.#give(context, person.id);
      if (password) rows.push({ account: person.account, name: person.name, password });
    }
    // Also done when nobody in the batch can get a password, so the client doesn't loop.
    return { rows, done: people.length < passwordsAtOnce || rows.length === 0 };
  }

  /** Undefined for people who got a password in the meantime or are no longer in reach. */
  async #give(context: SignedInContext, id: string): Promise<string | undefined> {
    const { db, hasher, passwords, changes } = this.#dependencies;
    const password = generatePassword();
    const hash = await hasher.hash(password);
    try {
      return await db.transaction().execute(async (transaction) => {
        await changes.take(transaction, context, id);
        // The row is locked, so of two people issuing at the same time, the second finds a password here.
        if (await hasPassword(transaction, id)) return undefined;
        await passwords.reset(transaction, context, id, hash);
        return password;
      });
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
