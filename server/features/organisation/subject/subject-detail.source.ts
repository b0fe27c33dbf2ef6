import { subjectDetail, subjectFields } from '@lectern/contract/features/subject-management.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { DetailSource } from '../../../platform/detail/detail-source.ts';
import { findSubject } from './subject.repository.ts';
import type { SubjectTreeService } from './subject.service.ts';
import { subjectValues } from './subject-keeper.ts';

const changes = z.strictObject({ ...subjectFields, parentId: z.uuid().nullable() }).partial();

/** A subject as the edit lock and the activity see it. */
export function subjectDetailSource(subjects: Pick<SubjectTreeService, 'update'>): DetailSource {
  return {
    detail: subjectDetail,
    async find(db, principal, id) {
      const row = await findSubject(db, id);
      if (!row) return undefined;
      const mayEdit = hasAbility(principal.roleId, subjectDetail.ability);
      return { version: row.version, mayEdit, values: { ...subjectValues(row), parentId: row.parent_id } };
    },
    async change(context, id, values, version) {
      const parsed = changes.safeParse(values);
      // An old value may no longer be one that is accepted.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await subjects.update(context, id, { ...parsed.data, version });
    },
  };
}
