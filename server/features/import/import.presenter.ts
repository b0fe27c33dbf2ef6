import type { ImportFile, ImportLine, ImportProblem, LineVerdict } from '@lectern/contract/import/define-import.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import type { TableHead } from '../../engines/table/table.ts';
import { ofField } from '../../platform/input-field-name.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { ImportRecord, listJudgedLines, listReportLines } from './import.repository.ts';

export function presentImport(row: ImportRecord): ImportFile {
  const counts = row.counts as ImportFile['counts'];
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
    // Imports checked by an earlier version have no `warned`.
    counts: counts && { ...counts, warned: counts.warned ?? 0 },
    operationId: row.operation_id,
    createdAt: row.created_at.toISOString(),
  };
}

export function presentLine(row: Awaited<ReturnType<typeof listJudgedLines>>[number], language: Language): ImportLine {
  return {
    line: row.line,
    verdict: row.verdict as LineVerdict,
    label: row.label,
    problems: (row.problems as ImportProblem[]).map((found) => ({ ...found, text: textOf(found, language) })),
    changes: row.changes as ImportLine['changes'],
  };
}

export function detailOf(head: TableHead): string {
  return head.format === 'xlsx' ? head.sheet : head.charset.toUpperCase();
}

function textOf({ code, values }: ImportProblem, language: Language): string {
  return fillText(messagesIn(language).problems[code], values, language);
}

/** Each problem with its field's name. */
export function problemsText(problems: readonly ImportProblem[], language: Language): string {
  return problems
    .map((found) => ofField(found.field, textOf(found, language), language))
    .join(messagesIn(language).errorReasons.separator);
}

export function reportHeading(language: Language, columns: ImportFile['columns']): string[] {
  const { line, result, reason } = messagesIn(language).importReport;
  return [line, result, reason, ...columns.map((column) => column.heading)];
}

export function reportRow(
  row: Awaited<ReturnType<typeof listReportLines>>[number],
  language: Language,
): (string | number)[] {
  const { outcomes } = messagesIn(language).importReport;
  const judged = row.verdict === 'invalid' || row.verdict === 'skipped' ? row.verdict : 'pending';
  const state = (row.item_state ?? judged) as keyof typeof outcomes;
  const why = row.item_reason ?? problemsText(row.problems as ImportProblem[], language);
  return [row.line, outcomes[state], why, ...(row.cells as string[])];
}
