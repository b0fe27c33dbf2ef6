import { departmentFields } from '@lectern/contract/features/department.ts';
import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import { type ImportValues, problem } from '../../../platform/import/import-source.ts';
import { wrong } from '../unit-import.ts';

/** What a line says, as far as it can be told without looking anything up. An empty cell says nothing. */
export type DepartmentLine = {
  code: string;
  name?: string;
  description?: string;
  college?: string;
  parent?: string;
  head?: string;
  problems: ImportProblem[];
};

const limits = { code: 40, name: 100, description: 2000 } as const;

export function readDepartmentLine(values: ImportValues): DepartmentLine {
  const problems: ImportProblem[] = [];
  const line: DepartmentLine = { code: values.code ?? '', problems };
  if (!line.code) problems.push(problem('code', 'required'));
  for (const field of ['code', 'name', 'description'] as const) {
    const text = values[field];
    if (!text) continue;
    if (text.length > limits[field]) problems.push(problem(field, 'tooLong', { limit: limits[field] }));
    else if (!departmentFields[field].safeParse(text).success) problems.push(wrong(field, 'codeCharacters', text));
    else line[field] = text;
  }
  for (const field of ['college', 'parent', 'head'] as const) if (values[field]) line[field] = values[field];
  return line;
}
