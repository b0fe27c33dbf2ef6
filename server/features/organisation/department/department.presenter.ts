import type { DepartmentRow } from '@lectern/contract/features/department.ts';

export type DepartmentRecord = {
  id: string;
  code: string;
  name: string;
  description: string;
  path: string;
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
  college_id: string;
  college_name: string;
  college_code: string;
  parent_id: string | null;
  parent_name: string | null;
  parent_code: string | null;
  head_id: string | null;
  head_name: string | null;
  head_account: string | null;
  departments: number;
  positions: number;
  people: number;
  resources: number;
};

export function presentDepartment(row: DepartmentRecord): DepartmentRow {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    college: { id: row.college_id, name: row.college_name, code: row.college_code },
    parent: row.parent_id ? { id: row.parent_id, name: row.parent_name ?? '', code: row.parent_code ?? '' } : null,
    head: row.head_id ? { id: row.head_id, name: row.head_name ?? '', account: row.head_account ?? '' } : null,
    level: levelOf(row.path),
    departments: row.departments,
    people: row.people,
    positions: row.positions,
    resources: row.resources,
    disabled: row.disabled_at !== null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

export function levelOf(path: string): number {
  return path.split('/').length - 2;
}

type Stored = {
  code: string;
  name: string;
  head_id: string | null;
  description: string;
  college_id: string;
  parent_id: string | null;
};

/** The values recorded in activities and restored by reverts. */
export function departmentValues(row: Stored) {
  return { code: row.code, name: row.name, headId: row.head_id, description: row.description };
}

export function placeOf(row: Stored) {
  return { collegeId: row.college_id, parentId: row.parent_id };
}
