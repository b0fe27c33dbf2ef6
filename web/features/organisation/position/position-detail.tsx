import { UnitDetail } from '../unit-detail.tsx';
import { positionListDefinition } from './position-list.tsx';
import { positionSpec } from './position-spec.tsx';

export function PositionDetail() {
  return <UnitDetail spec={positionSpec} definition={positionListDefinition} />;
}
