import { deepestDepartment } from '@lectern/contract/features/department.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { lockCollege } from '../college/college.repository.ts';
import { levelOf } from './department.presenter.ts';
import { deepestBelow, findDepartment, isDepartmentInUse, type StoredDepartment } from './department.repository.ts';

type Place = { collegeId: string; parentId: string | null };

/** Whether a department can be put there, with everything below it; answers what it would be directly below. */
export async function judgePlace(
  transaction: Executor,
  { collegeId, parentId }: Place,
  department?: Pick<StoredDepartment, 'path'>,
): Promise<StoredDepartment | undefined> {
  const college = await lockCollege(transaction, collegeId);
  if (!college) throw invalidField('collegeId', 'noSuchCollege');
  if (college.disabled_at) throw new AppError('mergeIntoDisabled', { params: { name: college.name } });
  if (!parentId) return undefined;
  const parent = await findDepartment(transaction, parentId);
  if (!parent) throw invalidField('parentId', 'noSuchDepartment');
  if (parent.college_id !== collegeId) throw invalidField('parentId', 'otherCollege');
  if (department && parent.path.startsWith(department.path)) throw new AppError('intoItself');
  if (!(await isDepartmentInUse(transaction, parentId))) {
    throw new AppError('mergeIntoDisabled', { params: { name: parent.name } });
  }
  const height = department ? (await deepestBelow(transaction, department.path)) - levelOf(department.path) : 0;
  if (levelOf(parent.path) + 1 + height > deepestDepartment) {
    throw new AppError('tooDeep', { params: { limit: deepestDepartment } });
  }
  return parent;
}
