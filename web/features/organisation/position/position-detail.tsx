import { UnitDetail } from '../detail/unit-detail.tsx';
import { positionListDefinition } from './position-list.tsx';
import { positionSpec } from './position-spec.ts';

export function PositionDetail() {
  return <UnitDetail spec={positionSpec} definition={positionListDefinition} />;
}
