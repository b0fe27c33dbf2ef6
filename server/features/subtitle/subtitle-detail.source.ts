import { subtitleDetail } from '@lectern/contract/features/subtitle.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { findTrack } from './subtitle.repository.ts';
import type { ViewDependencies } from './subtitle-view.service.ts';

/** A track as the edit lock and the activity see it. */
export function subtitleDetailSource({ requireReadable }: Pick<ViewDependencies, 'requireReadable'>): DetailSource {
  return {
    detail: subtitleDetail,
    async find(db, principal, id) {
      const track = await findTrack(db, id);
      if (!track) return undefined;
      const { isKept, mayEdit } = await requireReadable(db, principal, track.resource_id);
      return isKept ? { version: track.version, mayEdit, values: {} } : undefined;
    },
    async change() {
      throw new AppError('nothingToRevert');
    },
  };
}
