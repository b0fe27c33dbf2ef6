import {
  createDepartment,
  getDepartment,
  getDepartmentTree,
  moveDepartment,
  previewDepartmentMerge,
  previewDepartmentMove,
  updateDepartment,
} from '@lectern/contract/features/department.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { DepartmentService } from './department.service.ts';

export function registerDepartments(registry: EndpointRegistry, departments: DepartmentService): void {
  registry.handle(getDepartmentTree, () => departments.tree());
  registry.handle(getDepartment, ({ params }) => departments.get(params.id));
  registry.handle(createDepartment, ({ body }, context) => departments.create(context, body));
  registry.handle(updateDepartment, ({ params, body }, context) => departments.update(context, params.id, body));
  registry.handle(moveDepartment, ({ params, body }, context) => departments.move(context, params.id, body));
  registry.handle(previewDepartmentMove, ({ params, body }, context) =>
    departments.previewMove(context, params.id, body),
  );
  registry.handle(previewDepartmentMerge, ({ params, body }, context) =>
    departments.previewMerge(context, params.id, body.intoId),
  );
}
