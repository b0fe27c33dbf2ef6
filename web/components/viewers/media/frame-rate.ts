import type { ResourceVersion } from '@lectern/contract/features/resource.ts';

/** Pictures in a second, where that was found out. */
export function frameRateOf({ facts }: Pick<ResourceVersion, 'facts'>): number | null {
  const rate = (facts.video as { frameRate?: unknown } | undefined)?.frameRate;
  return typeof rate === 'number' && rate > 0 ? rate : null;
}
