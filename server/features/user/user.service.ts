import { type Handover, type UserRow, userFields } from '@lectern/contract/features/user.ts';
import { userDetail } from '@lectern/contract/features/user-detail.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { normaliseAccount } from '../../platform/account-name.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { generatePassword } from '../../platform/one-time-password.ts';
import type { PasswordHasher } from '../auth/public.ts';
import { findDefaultGroup } from './default-group.repository.ts';
import { judgeRole, mayManageRole } from './user.policy.ts';
import { findUserRecord, insertUser } from './user.repository.ts';
import type { UserChange, UserChangeService } from './user-change.service.ts';
import { presentUser } from './user-list.source.ts';
import { type Place, validatePlace } from './validate-place.ts';

type UserFields = {
  account: string;
  name: string;
  email?: string | null;
  phone?: string | null;
  roleId: RoleId;
  departmentId?: string | null;
  positionId?: string | null;
  /** Without it, the default group of the role. */
  groupId?: string | null;
};
type NewUser = UserFields & { password: string; mustChangePassword: boolean };
type Password = { hash: string; mustChange: boolean };
type UserEdit = Partial<Omit<UserFields, 'account'>>;

type UserDependencies = { db: Db; hasher: PasswordHasher; changes: UserChangeService };

const oneTimePasswordMs = 14 * 24 * 3_600_000;

/** Accounts of staff. */
export class UserService {
  readonly #dependencies: UserDependencies;

  constructor(dependencies: UserDependencies) {
    this.#dependencies = dependencies;
  }

  async get(context: SignedInContext, id: string): Promise<UserRow> {
    const record = await findUserRecord(this.#dependencies.db, id, context.principal);
    if (!record) throw new AppError('notFound');
    return presentUser(record);
  }

  /** Creates an account with a one-time password, returned only here. */
  async invite(context: SignedInContext, user: UserFields): Promise<{ user: UserRow; handover: Handover }> {
    const password = generatePassword();
    const id = await this.create(context, { ...user, password, mustChangePassword: true });
    return { user: await this.get(context, id), handover: { by: 'password', password } };
  }

  async create(context: SignedInContext, { password, mustChangePassword, ...user }: NewUser): Promise<string> {
    const { db, hasher } = this.#dependencies;
    const hash = await hasher.hash(password);
    return db
      .transaction()
      .execute((transaction) => this.add(transaction, context, user, { hash, mustChange: mustChangePassword }));
  }

  async add(
    transaction: Executor,
    context: SignedInContext,
    user: UserFields,
    password: Password | null,
    id: string = newId(),
  ): Promise<string> {
    judgeRole(context.principal, user.roleId);
    const { groupId = await findDefaultGroup(transaction, user.roleId) } = user;
    await validatePlace(transaction, context.principal, placeOf({ ...user, groupId }));
    return this.addThere(transaction, context, { ...user, groupId }, password, id);
  }

  /** Adds a person without checking place and group, for bulk callers that checked them in the same transaction. */
  async addThere(
    transaction: Executor,
    context: SignedInContext,
    user: UserFields,
    /** null means the person can't sign in with a password until one is issued. */
    password: Password | null,
    id: string,
  ): Promise<string> {
    const { principal } = context;
    const place = placeOf(user);
    judgeRole(principal, user.roleId);
    const account = normaliseAccount(user.account);
    const { name, email = null, phone = null, roleId } = user;
    try {
      await insertUser(transaction, {
        id,
        account,
        name,
        email,
        phone,
        ...place,
        password_hash: password?.hash ?? null,
        must_change_password: password?.mustChange ?? false,
        one_time_password_until: password?.mustChange ? new Date(Date.now() + oneTimePasswordMs) : null,
        created_by: principal.userId,
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw invalidField('account', 'taken');
      throw error;
    }
    const after = {
      account,
      name,
      email,
      phone,
      roleId,
      departmentId: place.department_id,
      positionId: place.position_id,
      groupId: place.group_id,
    };
    await recordActivity(transaction, context, { action: 'user.created', objectType: 'user', objectId: id, after });
    return id;
  }

  async update(context: SignedInContext, id: string, edit: UserEdit & { version: number }): Promise<UserRow> {
    await this.#dependencies.db.transaction().execute((transaction) => this.edit(transaction, context, id, edit));
    return this.get(context, id);
  }

  /** Returns the new version; throws on a version conflict. */
  async edit(
    transaction: Executor,
    context: SignedInContext,
    id: string,
    { version, ...edit }: UserEdit & { version: number },
  ): Promise<number> {
    const target = await this.#dependencies.changes.take(transaction, context, id);
    if (target.version !== version) throw new AppError('changedMeanwhile');
    return this.#dependencies.changes.change(transaction, context, target, columnsOf(edit));
  }
}

function placeOf({ departmentId = null, positionId = null, groupId = null, roleId }: UserFields): Place {
  return { department_id: departmentId, position_id: positionId, group_id: groupId, role_id: roleId };
}

function columnsOf(edit: UserEdit): UserChange {
  const { name, email, phone, roleId, departmentId, positionId, groupId } = edit;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(roleId !== undefined && { role_id: roleId }),
    ...(departmentId !== undefined && { department_id: departmentId }),
    ...(positionId !== undefined && { position_id: positionId }),
    ...(groupId !== undefined && { group_id: groupId }),
  };
}

const changes = z.strictObject(userFields).partial();

/** A user as seen by the edit lock and the activity log. */
export function userDetailSource(users: Pick<UserService, 'update'>): DetailSource {
  return {
    detail: userDetail,
    async find(db, principal, id) {
      const user = await findUserRecord(db, id, principal);
      if (!user) return undefined;
      return {
        version: user.version,
        mayEdit: mayManageRole(principal.roleId, user.role_id),
        values: {
          name: user.name,
          email: user.email,
          phone: user.phone,
          roleId: user.role_id,
          departmentId: user.department_id,
          positionId: user.position_id,
          groupId: user.group_id,
        },
      };
    },
    async change(context, id, values, version) {
      const parsed = changes.safeParse(values);
      // An old value may no longer be valid.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await users.update(context, id, { ...parsed.data, version });
    },
  };
}
