import { noisyFrom, type sensitiveWordList } from '@lectern/contract/features/sensitive-word.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import type { Condition, FilterContext } from '../../../platform/list/list-source.ts';
import { contains, finds, isBetweenDays, isInRange, isOneOf } from '../../../platform/list/meanings.ts';

type Filters = (typeof sensitiveWordList)['filters'];
type WordFilters = {
  [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition;
};

const noisy = sql`(sensitive_words.decided >= ${noisyFrom.decided}
  and sensitive_words.precision_percent < ${noisyFrom.below * 100})`;
const active = sql`(sensitive_words.enabled and (sensitive_words.pack_id is null
  or sensitive_words.pack_id in (select id from sensitive_packs where enabled)))`;
const yesOrNo = (yes: boolean, condition: Condition): Condition => (yes ? condition : sql`not ${condition}`);
/** Empty means everywhere. */
const reaches = (column: Condition, values: readonly string[]): Condition =>
  sql`(${column} = '{}' or ${column} && ${values}::text[])`;

export const wordFilters: WordFilters = {
  // The text is part of what is indexed for the search.
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
