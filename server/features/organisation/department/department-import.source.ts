import { departmentImport, newDepartment } from '@lectern/contract/features/department.ts';
import { invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { ImportSource } from '../../../platform/import/import-source.ts';
import { madeByLine, pick, undoLine } from '../unit-import.ts';
import { departmentValues } from './department.presenter.ts';
import { findDepartmentByCode } from './department.repository.ts';
import type { DepartmentKeeper } from './department-keeper.ts';
import type { DepartmentRemoval } from './department-removal.ts';
import { type DepartmentPlan, judgeDepartmentLines } from './judge-department-lines.ts';

/** Departments from a file: the code tells them apart, and what is above one comes before it or is there already. */
export function departmentImportSource(
  keeper: DepartmentKeeper,
  removal: Pick<DepartmentRemoval, 'remove'>,
): ImportSource<DepartmentPlan> {
  const way = {
    take: keeper.take.bind(keeper),
    edit: keeper.edit.bind(keeper),
    remove: removal.remove.bind(removal),
  };
  return {
    declaration: departmentImport,
    judge: (db, _principal, lines, rules) => judgeDepartmentLines(db, lines, rules),
    async carryOut(transaction, context, { verdict, plan }, objectId) {
      const { collegeId, parentCode, code, ...edit } = plan;
      if (verdict === 'new') {
        const place = await placeOf(transaction, plan);
        await keeper.add(transaction, context, newDepartment.parse({ ...edit, code, ...place }), objectId);
        return madeByLine;
      }
      const { row } = await keeper.take(transaction, context, objectId);
      const before = pick(departmentValues(row), edit);
      return { before, version: await keeper.edit(transaction, context, objectId, edit) };
    },
    undo: (transaction, item, actor) => undoLine(transaction, actor, item, way),
  };
}

async function placeOf(transaction: Executor, { collegeId, parentCode }: DepartmentPlan) {
  if (!parentCode) return { collegeId, parentId: null };
  const parent = await findDepartmentByCode(transaction, parentCode);
  if (!parent) throw invalidField('parent', 'parentMissing');
  return { collegeId: collegeId ?? parent.college_id, parentId: parent.id };
}
