import { UnitDetail } from '../unit-detail.tsx';
import { departmentListDefinition } from './department-list.tsx';
import { departmentSpec } from './department-spec.tsx';

export function DepartmentDetail() {
  return <UnitDetail spec={departmentSpec} definition={departmentListDefinition} />;
}
