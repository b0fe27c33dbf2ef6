import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { Icon } from '../icon.tsx';

/** Decorative: the kind stands beside it in words. */
export function KindIcon({ kind, size = 16 }: { kind: ResourceKind; size?: number }) {
  return <Icon name={kind} size={size} />;
}
