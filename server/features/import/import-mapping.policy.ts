import { withoutFormulaQuote } from '@lectern/contract/csv-cell.ts';
import type { ImportDeclaration, ImportMapping } from '@lectern/contract/import/define-import.ts';
import { invalidField } from '../../platform/app-error.ts';
import type { ImportValues } from '../../platform/import/import-source.ts';

/** Suggests a field for each column by its usual headings; each column is used once. */
export function suggestMapping(declaration: ImportDeclaration, headings: readonly string[]): ImportMapping {
  const plain = headings.map(plainly);
  const taken = new Set<number>();
  return Object.fromEntries(
    Object.entries(declaration.fields).map(([field, { headings: names }]) => {
      const wanted = [field, ...names].map(plainly);
      const index = plain.findIndex((heading, place) => wanted.includes(heading) && !taken.has(place));
      if (index < 0) return [field, null];
      taken.add(index);
      return [field, index];
    }),
  );
}

function plainly(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_*：:-]+/g, ' ')
    .trim();
}

/** Throws for unknown fields, missing columns and required fields without a column. */
export function assertMapping(declaration: ImportDeclaration, mapping: ImportMapping, columns: number): void {
  for (const [field, column] of Object.entries(mapping)) {
    if (!Object.hasOwn(declaration.fields, field)) throw invalidField(`mapping.${field}`, 'unknownField');
    if (column !== null && column >= columns) throw invalidField(`mapping.${field}`, 'noSuchColumn');
  }
  for (const [field, { required }] of Object.entries(declaration.fields)) {
    if (required && (mapping[field] ?? null) === null) throw invalidField(`mapping.${field}`, 'chooseColumn');
  }
}

export function valuesOf(cells: readonly string[], mapping: ImportMapping): ImportValues {
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([field, column]) =>
      column === null ? [] : [[field, withoutFormulaQuote(cells[column] ?? '').trim()]],
    ),
  );
}
