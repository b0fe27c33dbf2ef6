import { UnitDetail } from '../detail/unit-detail.tsx';
import { collegeListDefinition } from './college-list.tsx';
import { collegeSpec } from './college-spec.ts';

export function CollegeDetail() {
  return <UnitDetail spec={collegeSpec} definition={collegeListDefinition} />;
}
