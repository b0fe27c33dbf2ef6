import { UnitDetail } from '../unit-detail.tsx';
import { collegeListDefinition } from './college-list.tsx';
import { collegeSpec } from './college-spec.tsx';

export function CollegeDetail() {
  return <UnitDetail spec={collegeSpec} definition={collegeListDefinition} />;
}
