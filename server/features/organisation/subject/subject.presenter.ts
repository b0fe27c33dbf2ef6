import type { SubjectRow } from '@lectern/contract/features/subject-management.ts';

type Unit = { id: string; name: string; code: string };
export type SubjectRecord = {
  id: string;
  code: string;
  name: string;
  description: string;
  path: string;
  disabled_at: Date | null;
  withheld: boolean;
  created_at: Date;
  updated_at: Date;
  version: number;
  parent_id: string | null;
  parent_name: string | null;
  parent_code: string | null;
  colleges: Unit[];
  subjects: number;
  courses: number;
  courses_below: number;
  resources: number;
  resources_below: number;
};

export function presentSubject(row: SubjectRecord): SubjectRow {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    parent: row.parent_id ? { id: row.parent_id, name: row.parent_name ?? '', code: row.parent_code ?? '' } : null,
    colleges: row.colleges,
    level: levelOf(row.path),
    subjects: row.subjects,
    courses: row.courses,
    coursesBelow: row.courses_below,
    resources: row.resources,
    resourcesBelow: row.resources_below,
    disabled: row.disabled_at !== null,
    withheld: row.withheld,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

export function levelOf(path: string): number {
  return path.split('/').length - 2;
}
