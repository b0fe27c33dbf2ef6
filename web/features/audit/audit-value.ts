import type { AuditEntry } from '@lectern/contract/features/audit.ts';
import { plainValue } from '../../components/detail/field-words.ts';
import type { Format } from '../../lib/format.ts';
import { joinNames, joinParts, labelled } from '../../lib/i18n/punctuation.ts';

type Words = {
  names: AuditEntry['names'];
  format: Pick<Format, 'dateTime'>;
  none: string;
  yes: string;
  no: string;
  /** What a page is called that has this path. */
  pageOf: (path: string) => string;
  fieldName: (field: string) => string;
  /** By what a rule says. */
  flags: Record<number, string>;
  /** Puts names where a text of a mail has places. */
  readable: (text: string) => string;
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A value of the log as people read it: names instead of ids, days as they are written here. */
export function auditValue(value: unknown, words: Words): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') {
    const name = words.names[value];
    if (name !== undefined) return name;
    // Auditors search by IDs, so they see them.
    return instant.test(value) ? words.format.dateTime(value) : words.readable(value) || words.none;
  }
  if (Array.isArray(value)) return joinNames(value.map((one) => auditValue(one, words))) || words.none;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([field, own]) => {
      // Rules are kept by the path of their page.
      if (field.startsWith('/')) return labelled(words.pageOf(field), words.flags[own] ?? auditValue(own, words));
      return labelled(words.fieldName(field), auditValue(own, words));
    });
    return joinParts(parts) || words.none;
  }
  return plainValue(value, words.none);
}
