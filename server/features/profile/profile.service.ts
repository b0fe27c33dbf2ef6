import type { CurrentUser, Preferences } from '@lectern/contract/features/auth.ts';
import type { ActivityRow } from '@lectern/contract/features/profile.ts';
import type { Language } from '@lectern/contract/language.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { updateContact, updatePreferences } from '../user/public.ts';
import { presentActivity, presentPreferences } from './profile.presenter.ts';
import { findContact, getLanguage, listActivitiesOf } from './profile.repository.ts';

type ProfileChanges = { name?: string; email?: string | null; phone?: string | null; version: number };
type ReadCurrentUser = (context: SignedInContext) => Promise<CurrentUser>;

export class ProfileService {
  readonly #db: Db;
  readonly #currentUser: ReadCurrentUser;

  constructor(db: Db, currentUser: ReadCurrentUser) {
    this.#db = db;
    this.#currentUser = currentUser;
  }

  async update(context: SignedInContext, { version, ...changes }: ProfileChanges): Promise<CurrentUser> {
    const { userId } = context.principal;
    await this.#db.transaction().execute(async (transaction) => {
      const before = await findContact(transaction, userId);
      const after = before && (await updateContact(transaction, userId, version, changes));
      if (!before || !after) throw new AppError('changedMeanwhile');
      const names = Object.keys(changes) as (keyof typeof changes)[];
      await recordActivity(transaction, context, {
        action: 'profile.updated',
        objectType: 'user',
        objectId: userId,
        before: Object.fromEntries(names.map((name) => [name, before[name]])),
        after: Object.fromEntries(names.map((name) => [name, after[name]])),
      });
    });
    return this.#currentUser(context);
  }

  /** Preferences affect appearance only, so no activity is recorded. */
  async updatePreferences(userId: string, changes: Partial<Preferences>): Promise<Preferences> {
    return presentPreferences(await updatePreferences(this.#db, userId, changes));
  }

  languageOf = async (userId: string): Promise<Language> => (await getLanguage(this.#db, userId)) as Language;

  async listActivity(userId: string, size: number): Promise<ActivityRow[]> {
    return (await listActivitiesOf(this.#db, userId, size)).map(presentActivity);
  }
}
