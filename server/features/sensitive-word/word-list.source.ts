import { noisyFrom, type SensitiveWordRow, sensitiveWordList } from '@lectern/contract/features/sensitive-word.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import type { Cell } from '../../platform/list/csv.ts';
import {
  type Condition,
  type ExportWords,
  type FilterContext,
  type ListSource,
  listSource,
} from '../../platform/list/list-source.ts';
import { contains, finds, isBetweenDays, isInRange, isOneOf } from '../../platform/list/meanings.ts';
import { readTabCounts } from '../../platform/list/read-counts.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';

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

/** Live counts; those in the row itself are only as recent as the last rollup. */
const wordJoins = sql`
  left join sensitive_packs pack on pack.id = sensitive_words.pack_id
  left join users creator on creator.id = sensitive_words.created_by
  left join users changer on changer.id = sensitive_words.updated_by
  cross join lateral (
    select coalesce(sum(days.hits) filter (where days.day > (now() at time zone 'utc')::date - 30), 0)::integer as hits,
      coalesce(sum(days.decided), 0)::integer as decided, coalesce(sum(days.confirmed), 0)::integer as confirmed
    from sensitive_word_days days where days.word_id = sensitive_words.id) sums`;

const wordColumns = sql`sensitive_words.id, sensitive_words.text, sensitive_words.mode, sensitive_words.variants,
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

type Filters = (typeof sensitiveWordList)['filters'];
type WordFilters = {
  [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition;
};

const noisy = sql`(sensitive_words.decided >= ${noisyFrom.decided}
  and sensitive_words.precision_percent < ${noisyFrom.below * 100})`;
const active = sql`(sensitive_words.enabled and (sensitive_words.pack_id is null
  or sensitive_words.pack_id in (select id from sensitive_packs where enabled)))`;
const yesOrNo = (yes: boolean, condition: Condition): Condition => (yes ? condition : sql`not ${condition}`);
/** An empty list means no restriction. */
const reaches = (column: Condition, values: readonly string[]): Condition =>
  sql`(${column} = '{}' or ${column} && ${values}::text[])`;

const wordFilters: WordFilters = {
  // The search index covers the text, so `search_text` narrows the rows first.
  text: (text) =>
    sql`(${finds(sql`sensitive_words.search_text`, text.toLowerCase())} and ${contains(sql`sensitive_words.text`, text)})`,
  mode: (modes) => isOneOf(sql`sensitive_words.mode`, modes),
  variants: (yes) => yesOrNo(yes, sql`sensitive_words.variants`),
  language: (languages) => isOneOf(sql`sensitive_words.language`, languages),
  category: (categories) => isOneOf(sql`sensitive_words.category`, categories),
  severity: (severities) => isOneOf(sql`sensitive_words.severity`, severities),
  source: (sources) => reaches(sql`sensitive_words.sources`, sources),
  kind: (kinds) => reaches(sql`sensitive_words.kinds`, kinds),
  pack: (name) =>
    sql`sensitive_words.pack_id in (select id from sensitive_packs where ${contains(sql`sensitive_packs.name`, name)})`,
  active: (yes) => yesOrNo(yes, active),
  hasExceptions: (yes) => yesOrNo(yes, sql`(sensitive_words.exceptions <> '{}')`),
  hits: (range) => isInRange(sql`sensitive_words.hits_30d`, range),
  neverHit: (yes) =>
    yesOrNo(
      yes,
      sql`(coalesce((select sum(hits) from sensitive_word_days where word_id = sensitive_words.id), 0) <= 0)`,
    ),
  precision: (range) =>
    sql`(sensitive_words.decided > 0 and ${isInRange(sql`sensitive_words.precision_percent`, range)})`,
  noisy: (yes) => yesOrNo(yes, noisy),
  updatedBy: (id) => sql`sensitive_words.updated_by = ${id}`,
  updated: (days, context) => isBetweenDays(sql`sensitive_words.updated_at`, days, context),
};

type Cells = Record<keyof (typeof sensitiveWordList)['columns'], (row: SensitiveWordRow, words: ExportWords) => Cell>;

/** Cells of an export; an import can read them back. */
const wordCells: Cells = {
  text: (row) => row.text,
  mode: (row, { language }) => messagesIn(language).sensitiveWord.modes[row.mode],
  variants: (row, words) => words.yesNo(row.variants),
  language: (row) => row.language,
  category: (row, { language }) => messagesIn(language).scan.categories[row.category],
  severity: (row, { language }) => messagesIn(language).scan.severities[row.severity],
  scope: (row, { language }) => scopeText(row, language),
  exceptions: (row) => row.exceptions.join('; '),
  pack: (row) => row.pack?.name ?? null,
  hits: (row) => row.hits,
  precision: (row) => (row.precision === null ? null : `${Math.round(row.precision * 100)}%`),
  state: (row, { language }) => messagesIn(language).sensitiveWord.states[row.enabled ? 'on' : 'off'],
  note: (row) => row.note,
  updatedBy: (row) => row.updatedBy?.name ?? null,
  updated: (row, words) => words.instant(row.updatedAt),
};

function scopeText(row: SensitiveWordRow, language: Language): string {
  const { scan, resource, sensitiveWord } = messagesIn(language);
  const sources = row.sources.map((source) => scan.sources[source]).join('; ') || sensitiveWord.everywhere;
  const kinds = row.kinds.map((kind) => resource.kinds[kind]);
  return kinds.length > 0 ? `${sources} / ${kinds.join('; ')}` : sources;
}

/** Words have no owner: any editor who may open the page sees all words that are not deleted. */
export const wordListSource: ListSource = listSource<typeof sensitiveWordList, WordRecord>({
  list: sensitiveWordList,
  from: sql`sensitive_words`,
  joins: wordJoins,
  id: sql`sensitive_words.id`,
  columns: wordColumns,
  // Undo reads without a view, because it must reach deleted words.
  scope: (_principal, view) => (view ? sql`sensitive_words.deleted_at is null` : sql`true`),
  search: (text) => all([sql`true`, ...searchWords(text).map((word) => finds(sql`sensitive_words.search_text`, word))]),
  filters: wordFilters,
  sorts: {
    text: { by: sql`lower(sensitive_words.text)`, type: 'text' },
    hits: { by: sql`sensitive_words.hits_30d`, type: 'integer' },
    precision: { by: sql`sensitive_words.precision_percent`, type: 'integer' },
    updated: { by: sql`sensitive_words.updated_at`, type: 'timestamptz' },
  },
  tabs: {
    all: sql`true`,
    block: sql`sensitive_words.severity = 'block'`,
    review: sql`sensitive_words.severity = 'review'`,
    notice: sql`sensitive_words.severity = 'notice'`,
    disabled: sql`not sensitive_words.enabled`,
  },
  countTabs: (db) => readTabCounts(db, sensitiveWordList.id, sensitiveWordList.tabs, { kind: 'all' }),
  present: presentWord,
  exportCell: (column, row, words) => wordCells[column as keyof typeof wordCells](row as SensitiveWordRow, words),
});
