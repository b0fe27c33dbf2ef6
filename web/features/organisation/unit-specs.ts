import { collegeSpec } from './college/college-spec.tsx';
import { departmentSpec } from './department/department-spec.tsx';
import { positionSpec } from './position/position-spec.tsx';
import type { UnitSpec, UnitType } from './unit-spec.ts';

/** Specs by unit type, for code that handles all types alike. */
export const unitSpecs: Record<UnitType, UnitSpec> = {
  college: collegeSpec as unknown as UnitSpec,
  department: departmentSpec as unknown as UnitSpec,
  position: positionSpec as unknown as UnitSpec,
};
