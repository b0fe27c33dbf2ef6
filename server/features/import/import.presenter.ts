import { fillText } from '@lectern/contract/errors.ts';
import type { ImportFile, ImportLine, ImportProblem, LineVerdict } from '@lectern/contract/import/define-import.ts';
import { importProblems } from '@lectern/contract/import/import-problem.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { TableHead } from '../../engines/table/table.ts';
import type { ImportRecord, listJudgedLines, listReportLines } from './import.repository.ts';

export function presentImport(row: ImportRecord): ImportFile {
  return {
    id: row.id,
    fileName: row.file_name,
    format: row.format as ImportFile['format'],
    detail: row.detail,
    columns: row.columns as ImportFile['columns'],
    rows: row.line_count,
    mapping: row.mapping as ImportFile['mapping'],
    existing: row.existing as ImportFile['existing'],
    within: row.within,
    counts: row.counts as ImportFile['counts'],
    operationId: row.operation_id,
    createdAt: row.created_at.toISOString(),
  };
}

export function presentLine(row: Awaited<ReturnType<typeof listJudgedLines>>[number]): ImportLine {
  return {
    line: row.line,
    verdict: row.verdict as LineVerdict,
    label: row.label,
    problems: row.problems as ImportProblem[],
    changes: row.changes as ImportLine['changes'],
  };
}

export function detailOf(head: TableHead): string {
  return head.format === 'xlsx' ? head.sheet : head.charset.toUpperCase();
}

export function problemText({ code, values }: ImportProblem, language: Language): string {
  return fillText(importProblems[code][language], values);
}

const outcomes = {
  en: { done: 'done', skipped: 'skipped', failed: 'failed', undone: 'undone', pending: 'not yet', invalid: 'invalid' },
  zh: { done: '已完成', skipped: '已跳过', failed: '失败', undone: '已撤销', pending: '未执行', invalid: '无效' },
} as const;
const headings = { en: ['Line', 'Result', 'Why'], zh: ['行', '结果', '原因'] } as const;

export function reportHeading(language: Language, columns: ImportFile['columns']): string[] {
  return [...headings[language], ...columns.map((column) => column.heading)];
}

export function reportRow(
  row: Awaited<ReturnType<typeof listReportLines>>[number],
  language: Language,
): (string | number)[] {
  const words = outcomes[language];
  const judged = row.verdict === 'invalid' || row.verdict === 'skipped' ? row.verdict : 'pending';
  const state = (row.item_state ?? judged) as keyof typeof words;
  const problems = (row.problems as ImportProblem[]).map((found) => problemText(found, language));
  return [row.line, words[state], row.item_reason ?? problems.join(' '), ...(row.cells as string[])];
}
