import { newCollege } from '@lectern/contract/features/college.ts';
import { newDepartment } from '@lectern/contract/features/department.ts';
import type { OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import { newPosition } from '@lectern/contract/features/position.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { CollegeService } from './college/college.service.ts';
import type { DepartmentService } from './department/department.service.ts';
import { listUnitRows } from './organisation.repository.ts';
import type { PositionService } from './position/position.service.ts';

type OrganisationDependencies = {
  db: Db;
  colleges: Pick<CollegeService, 'create'>;
  departments: Pick<DepartmentService, 'create'>;
  positions: Pick<PositionService, 'create'>;
};

/** Colleges, departments and positions: the tree that data scopes and permission groups follow. */
export class OrganisationService {
  readonly #dependencies: OrganisationDependencies;

  constructor(dependencies: OrganisationDependencies) {
    this.#dependencies = dependencies;
  }

  async listUnits(): Promise<OrganisationUnits> {
    const { colleges, departments, positions } = await listUnitRows(this.#dependencies.db);
    return {
      colleges: colleges.map((college) => ({ ...college, parentId: null })),
      departments: departments.map(({ parent_id, college_id, ...department }) => ({
        ...department,
        parentId: parent_id,
        collegeId: college_id,
      })),
      positions: positions.map(({ role_id, ...position }) => ({ ...position, roleId: role_id as RoleId })),
    };
  }

  /** Shortcut for other code: validates the input, creates the unit and returns its id. */
  async createCollege(context: SignedInContext, college: { code: string; name: string }): Promise<string> {
    return (await this.#dependencies.colleges.create(context, newCollege.parse(college))).id;
  }

  async createDepartment(
    context: SignedInContext,
    department: { collegeId: string; parentId?: string; code: string; name: string },
  ): Promise<string> {
    return (await this.#dependencies.departments.create(context, newDepartment.parse(department))).id;
  }

  async createPosition(context: SignedInContext, position: { name: string; roleId: RoleId }): Promise<string> {
    return (await this.#dependencies.positions.create(context, newPosition.parse(position))).id;
  }
}
