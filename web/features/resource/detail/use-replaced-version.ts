import type { StepKind } from '@lectern/contract/features/job.ts';
import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { listVersions } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { isUnderWay } from '../../../components/work/work-state.tsx';
import { queryOf } from '../../../lib/queries.ts';

/** The steps that make the preview of a file. */
const previewSteps: readonly StepKind[] = ['inspect', 'convert'];

/** The version that a replaced file's preview comes from until its own is ready; null once it is. */
export function useReplacedVersion({ id, versionNumber }: ResourceDetailView): ResourceVersion | null {
  const isReplaced = versionNumber > 1;
  const params = { id };
  const work = useQuery({ ...queryOf(listResourceWork, { params }, { quiet: true }), enabled: isReplaced });
  const isPreparing =
    isReplaced &&
    (work.data ?? []).some(({ work: { kind, state } }) => previewSteps.includes(kind) && isUnderWay(state));
  const versions = useQuery({ ...queryOf(listVersions, { params }, { quiet: true }), enabled: isPreparing });
  if (!isPreparing) return null;
  const earlier = (versions.data ?? []).filter(({ number }) => number < versionNumber);
  return earlier.toSorted((one, other) => other.number - one.number)[0] ?? null;
}
