import type { RoleId } from '@lectern/contract/roles.ts';
import { normaliseAccount } from '../../platform/account-name.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, isUniqueViolation } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import type { PasswordHasher } from '../auth/password-hasher.ts';
import { mayManageRole } from './user.policy.ts';
import { insertUser } from './user.repository.ts';

export type NewUser = {
  account: string;
  name: string;
  roleId: RoleId;
  password: string;
  mustChangePassword: boolean;
  departmentId?: string;
  positionId?: string;
};

/** Accounts of staff. */
export class UserService {
  readonly #db: Db;
  readonly #hasher: PasswordHasher;

  constructor(db: Db, hasher: PasswordHasher) {
    this.#db = db;
    this.#hasher = hasher;
  }

  async create(context: SignedInContext, user: NewUser): Promise<string> {
    if (!mayManageRole(context.principal.roleId, user.roleId)) throw new AppError('abilityMissing');
    const id = newId();
    const passwordHash = await this.#hasher.hash(user.password);
    try {
      await this.#db.transaction().execute(async (transaction) => {
        await insertUser(transaction, {
          id,
          account: normaliseAccount(user.account),
          name: user.name,
          role_id: user.roleId,
          password_hash: passwordHash,
          must_change_password: user.mustChangePassword,
          department_id: user.departmentId ?? null,
          position_id: user.positionId ?? null,
        });
        const { password: _, ...after } = user;
        await recordActivity(transaction, context, { action: 'user.created', objectType: 'user', objectId: id, after });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw invalidField('account', 'another person has it already');
      throw error;
    }
    return id;
  }
}
