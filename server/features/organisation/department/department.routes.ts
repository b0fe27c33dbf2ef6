import {
  createDepartment,
  type DepartmentRow,
  exportDepartments,
  getDepartment,
  getDepartmentTree,
  listDepartments,
  moveDepartment,
  previewDepartmentMerge,
  previewDepartmentMove,
  updateDepartment,
} from '@lectern/contract/features/department.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../../platform/list/list-exporter.ts';
import type { ListReader } from '../../../platform/list/list-reader.ts';
import type { DepartmentService } from './department.service.ts';
import { departmentListSource } from './department-list.source.ts';

type Dependencies = { departments: DepartmentService; reader: ListReader; exporter: ListExporter };

export function registerDepartments(registry: EndpointRegistry, { departments, reader, exporter }: Dependencies): void {
  registry.handle(
    listDepartments,
    async ({ query }, { principal }) =>
      (await reader.page(departmentListSource, query, principal)) as ListPage<DepartmentRow>,
  );
  registry.handleStream(exportDepartments, ({ query }, context, { reply }) =>
    exporter.answer(departmentListSource, query, context, reply),
  );
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
