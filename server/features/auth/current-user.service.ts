import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { SettingsService } from '../settings/public.ts';
import { findCurrentUser, findLanguage } from './account.repository.ts';
import { presentCurrentUser } from './current-user.presenter.ts';

export class CurrentUserService {
  readonly #db: Db;
  readonly #config: Pick<Config, 'timeZone'>;
  readonly #settings: Pick<SettingsService, 'current'>;

  constructor(db: Db, config: Pick<Config, 'timeZone'>, settings: Pick<SettingsService, 'current'>) {
    this.#db = db;
    this.#config = config;
    this.#settings = settings;
  }

  readonly read = async (context: SignedInContext): Promise<CurrentUser> => {
    const row = await findCurrentUser(this.#db, context.principal.userId);
    // Deleted after the token was checked.
    if (!row) throw new AppError('sessionEnded');
    const { trashDays } = await this.#settings.current();
    const platform = { timeZone: this.#config.timeZone, trashDays };
    const { viewedBy } = context.principal;
    if (!viewedBy) return presentCurrentUser(row, platform);
    const language = (await findLanguage(this.#db, viewedBy.id)) ?? row.language;
    const user = presentCurrentUser({ ...row, language }, platform);
    // A pending password change doesn't concern the person viewing as this user.
    return { ...user, mustChangePassword: false, viewedBy: { ...viewedBy, since: viewedBy.since.toISOString() } };
  };
}
