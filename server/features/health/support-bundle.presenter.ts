import type { SupportBundle } from '@lectern/contract/features/health.ts';
import { presentJob } from '../../platform/queue/present-job.ts';
import type { BundleRow } from './support-bundle.repository.ts';

export function presentBundle(row: BundleRow): SupportBundle {
  const { name, size_bytes, sha256 } = row;
  return {
    id: row.id,
    job: { ...presentJob(row), requestedBy: row.requester_name },
    file:
      name && size_bytes !== null && sha256 ? { name, sizeBytes: size_bytes, sha256: sha256.toString('hex') } : null,
  };
}
