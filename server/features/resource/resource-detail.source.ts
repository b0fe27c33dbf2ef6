import { resourceFields } from '@lectern/contract/features/resource.ts';
import { resourceDetail } from '@lectern/contract/features/resource-detail.ts';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { mayEdit } from './resource.policy.ts';
import { findReadable } from './resource.repository.ts';
import type { ResourceService } from './resource.service.ts';
import { fieldsOf } from './resource-columns.ts';

const changes = z.strictObject(resourceFields).partial();

/** A resource as the edit lock and the activity see it. */
export function resourceDetailSource(resources: Pick<ResourceService, 'update'>): DetailSource {
  return {
    detail: resourceDetail,
    async find(db, principal, id) {
      const resource = await findReadable(db, principal, id);
      return { version: resource.version, mayEdit: mayEdit(principal, resource), values: fieldsOf(resource) };
    },
    async change(context, id, values, version) {
      const parsed = changes.safeParse(values);
      // An old value may no longer be one that is accepted.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await resources.update(context, id, { ...parsed.data, version });
    },
  };
}
