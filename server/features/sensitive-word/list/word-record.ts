import type { SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import { sql } from 'kysely';

type Fields = Pick<
  SensitiveWordRow,
  | 'id'
  | 'text'
  | 'mode'
  | 'variants'
  | 'language'
  | 'category'
  | 'severity'
  | 'sources'
  | 'kinds'
  | 'exceptions'
  | 'note'
  | 'enabled'
  | 'version'
>;

/** A word as the list reads it. */
export type WordRecord = Fields & {
  ignore_likely_false: boolean;
  pack_id: string | null;
  pack_name: string | null;
  pack_enabled: boolean | null;
  hits: number;
  decided: number;
  confirmed: number;
  created_by: string | null;
  created_by_name: string | null;
  updated_by: string | null;
  updated_by_name: string | null;
  created_at: Date;
  updated_at: Date;
};

/** What was found and decided up to now: what the row itself says is as old as the last rollup. */
export const wordJoins = sql`
  left join sensitive_packs pack on pack.id = sensitive_words.pack_id
  left join users creator on creator.id = sensitive_words.created_by
  left join users changer on changer.id = sensitive_words.updated_by
  cross join lateral (
    select coalesce(sum(days.hits) filter (where days.day > (now() at time zone 'utc')::date - 30), 0)::integer as hits,
      coalesce(sum(days.decided), 0)::integer as decided, coalesce(sum(days.confirmed), 0)::integer as confirmed
    from sensitive_word_days days where days.word_id = sensitive_words.id) sums`;

export const wordColumns = sql`sensitive_words.id, sensitive_words.text, sensitive_words.mode, sensitive_words.variants,
  sensitive_words.language, sensitive_words.category, sensitive_words.severity, sensitive_words.sources,
  sensitive_words.kinds, sensitive_words.exceptions, sensitive_words.ignore_likely_false, sensitive_words.note,
  sensitive_words.enabled, sensitive_words.version, sensitive_words.pack_id, pack.name as pack_name, pack.enabled as pack_enabled,
  greatest(sums.hits, 0) as hits, greatest(sums.decided, 0) as decided, greatest(sums.confirmed, 0) as confirmed,
  sensitive_words.created_by, creator.name as created_by_name, sensitive_words.updated_by,
  changer.name as updated_by_name, sensitive_words.created_at, sensitive_words.updated_at`;

export function presentWord(row: WordRecord): SensitiveWordRow {
  const person = (id: string | null, name: string | null) => (id && name !== null ? { id, name } : null);
  const { pack_id, pack_name, pack_enabled, created_by, created_by_name, updated_by, updated_by_name } = row;
  const pack = pack_id && pack_name !== null ? { id: pack_id, name: pack_name, enabled: pack_enabled ?? true } : null;
  return {
    id: row.id,
    text: row.text,
    mode: row.mode,
    variants: row.variants,
    language: row.language,
    category: row.category,
    severity: row.severity,
    sources: row.sources,
    kinds: row.kinds,
    exceptions: row.exceptions,
    ignoreLikelyFalse: row.ignore_likely_false,
    note: row.note,
    enabled: row.enabled,
    pack,
    active: row.enabled && (pack?.enabled ?? true),
    hits: row.hits,
    decided: row.decided,
    confirmed: row.confirmed,
    precision: row.decided > 0 ? row.confirmed / row.decided : null,
    createdBy: person(created_by, created_by_name),
    updatedBy: person(updated_by, updated_by_name),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
