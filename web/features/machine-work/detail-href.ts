import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import { resourcePath } from '@lectern/contract/features/resource.ts';

/** The resource's own page, at the tab that one comes for. */
export function detailHref(resource: WorkRow['resource'], tab: 'processing' | 'text' | 'transcript'): string {
  return `${resourcePath(resource)}?tab=${tab}`;
}
