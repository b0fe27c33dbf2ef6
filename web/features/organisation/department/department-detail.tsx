import { UnitDetail } from '../detail/unit-detail.tsx';
import { departmentListDefinition } from './department-list.tsx';
import { departmentSpec } from './department-spec.ts';

export function DepartmentDetail() {
  return <UnitDetail spec={departmentSpec} definition={departmentListDefinition} />;
}
