import type { OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import { type Db, type Executor, isUniqueViolation } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import {
  findDepartment,
  insertCollege,
  insertDepartment,
  insertPosition,
  listUnitRows,
} from './organisation.repository.ts';

/** College → department → position: the tree that data scopes and permission groups follow. */
export class OrganisationService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async listUnits(): Promise<OrganisationUnits> {
    const { colleges, departments, positions } = await listUnitRows(this.#db);
    return {
      colleges: colleges.map((college) => ({ ...college, parentId: null })),
      departments: departments.map(({ parent_id, college_id, ...department }) => ({
        ...department,
        parentId: parent_id,
        collegeId: college_id,
      })),
      positions: positions.map(({ id, name, role_id }) => ({ id, name, roleId: role_id as RoleId })),
    };
  }

  createCollege(context: SignedInContext, college: { code: string; name: string }): Promise<string> {
    return this.#create(context, 'college', college, 'code', (transaction, id) =>
      insertCollege(transaction, { id, ...college }),
    );
  }

  createDepartment(
    context: SignedInContext,
    department: { collegeId: string; parentId?: string; code: string; name: string },
  ): Promise<string> {
    return this.#create(context, 'department', department, 'code', async (transaction, id) => {
      const parent = department.parentId ? await findDepartment(transaction, department.parentId) : undefined;
      if (department.parentId && !parent) throw new AppError('notFound');
      if (parent && parent.college_id !== department.collegeId) {
        throw invalidField('parentId', 'the department above belongs to another college');
      }
      const path = `${parent?.path ?? '/'}${id}/`;
      await insertDepartment(transaction, { ...department, id, parentId: department.parentId ?? null, path });
    });
  }

  createPosition(context: SignedInContext, position: { name: string; roleId: RoleId }): Promise<string> {
    return this.#create(context, 'position', position, 'name', (transaction, id) =>
      insertPosition(transaction, { id, ...position }),
    );
  }

  async #create(
    context: SignedInContext,
    objectType: string,
    after: Record<string, unknown>,
    uniqueField: string,
    insert: (transaction: Executor, id: string) => Promise<void>,
  ): Promise<string> {
    const id = newId();
    try {
      await this.#db.transaction().execute(async (transaction) => {
        await insert(transaction, id);
        await recordActivity(transaction, context, {
          action: `${objectType}.created`,
          objectType,
          objectId: id,
          after,
        });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw invalidField(uniqueField, 'another one has it already');
      throw error;
    }
    return id;
  }
}
