import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findCurrentUser } from './account.repository.ts';
import { presentCurrentUser } from './current-user.presenter.ts';

/** What the product knows about the person who is signed in. */
export class CurrentUserService {
  readonly #db: Db;
  readonly #config: Pick<Config, 'timeZone'>;

  constructor(db: Db, config: Pick<Config, 'timeZone'>) {
    this.#db = db;
    this.#config = config;
  }

  readonly read = async (context: SignedInContext): Promise<CurrentUser> => {
    const row = await findCurrentUser(this.#db, context.principal.userId);
    // Deleted between the check of the token and now.
    if (!row) throw new AppError('sessionEnded');
    const user = presentCurrentUser(row, this.#config.timeZone);
    const { viewedBy } = context.principal;
    if (!viewedBy) return user;
    // A due password change does not concern the person who views.
    return { ...user, mustChangePassword: false, viewedBy: { ...viewedBy, since: viewedBy.since.toISOString() } };
  };
}
