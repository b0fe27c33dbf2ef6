import type { AccessRecordRow } from '@lectern/contract/features/access-record.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

type Named = { name: string | null; gone: boolean } | null;

/** Who it was, as far as that is known and still kept. */
export function personWords(row: Pick<AccessRecordRow, 'person' | 'reader'>, { accessRecord }: Texts): string {
  return row.person?.name ?? row.reader ?? accessRecord.nobody;
}

export function namedWords(named: Named, { statistics }: Texts): string {
  if (!named) return '';
  if (named.name === null) return statistics.gone;
  return named.gone ? `${named.name} (${statistics.gone})` : named.name;
}

export function roleOf(row: AccessRecordRow, { words, accessRecord }: Texts): string {
  return row.role === 'reader' ? accessRecord.values.role.reader : words.roles[Number(row.role) as 1];
}

/** What a row is about, in few words. */
export function aboutWords(row: AccessRecordRow, texts: Texts): string {
  if (row.query !== null) return `“${row.query}”`;
  const first = [row.resource, row.chapter, row.course, row.column, row.site].find((one) => one !== null);
  return namedWords(first ?? null, texts);
}
