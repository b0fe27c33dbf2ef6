import type { Audience } from '@lectern/contract/audience.ts';
import { type RawBuilder, sql } from 'kysely';

export type PublicRule = {
  audience: Audience;
  /** Licences end at midnight in this zone. */
  timeZone: string;
  /** The time to evaluate the rule at, for previews. Defaults to the database clock. */
  at?: Date;
};

type Condition = RawBuilder<boolean>;

/**
 * The only definition of what visitors see, as conditions on rows. Dates apply directly: an item outside its dates is
 * not public, even before the schedule takes it offline.
 */

/** Condition on a row of `resources`, or of the table with this alias. */
export function isPublicResource(rule: PublicRule, table = 'resources'): Condition {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const now = instant(rule);
  return sql<boolean>`(${column('state')} = 'published'
    and ${isShownTo(rule.audience, column('visibility'))}
    and (${column('publish_at')} is null or ${column('publish_at')} <= ${now})
    and (${column('offline_at')} is null or ${column('offline_at')} > ${now})
    and (${column('licence_until')} is null
      or ${column('licence_until')} >= (${now} at time zone ${rule.timeZone})::date))`;
}

/** Condition on a row of `courses`. */
export function isPublicCourse(rule: PublicRule, table = 'courses'): Condition {
  return sql<boolean>`(${sql.ref(`${table}.state`)} = 'published' and ${sql.ref(`${table}.withheld`)} is not true
    and ${isShownTo(rule.audience, sql.ref(`${table}.audience`))} and ${isWithin(rule, table)})`;
}

/** Condition on a row of `chapters` and its ancestors; the course is not checked. */
export function isPublicChapter(rule: PublicRule, table = 'chapters'): Condition {
  return sql<boolean>`not exists (
    with recursive above as (
      select own.id, own.parent_id, own.visible, own.withheld, own.available_from, own.available_until
      from chapters own where own.id = ${sql.ref(`${table}.id`)}
      union all
      select parent.id, parent.parent_id, parent.visible, parent.withheld, parent.available_from, parent.available_until
      from chapters parent join above on parent.id = above.parent_id
    )
    select from above where not (above.visible and not above.withheld and ${isWithin(rule, 'above')}))`;
}

/** Condition on a row of `columns`: it and its ancestors are visible and not withheld. */
export function isPublicColumn(table = 'columns'): Condition {
  return sql<boolean>`not exists (select from columns above
    where (not above.visible or above.withheld) and ${sql.ref(`${table}.path`)} like above.path || '%')`;
}

/** Condition on a row of `subjects`: its name may be shown with its content. */
export function isNamedSubject(table = 'subjects'): Condition {
  return sql<boolean>`not ${sql.ref(`${table}.withheld`)}`;
}

/** Ids of home page slots and entries that are withheld until their review is decided. */
export const withheldOfHomePage = sql<{ id: string }>`
  select id from sensitive_items where type = 'homePage' and withheld`;

/**
 * Condition on `hit`, a row of `sensitive_hits`: its text is visible to visitors. Only the home page has a draft that
 * scans read before it is published; other items show their texts directly.
 */
export const isInPublishedText = sql<boolean>`(
  not exists (select from sensitive_items item where item.id = hit.resource_id and item.type = 'homePage')
  or exists (
    select from sensitive_texts known
      join home_page on true
      join home_page_versions version on version.number = home_page.published_number
      cross join lateral jsonb_path_query(version.content, '$.slots[*]') slot
      left join lateral jsonb_path_query(slot, '$.entries[*]') entry on entry ->> 'id' = hit.resource_id::text
      left join cover_texts cover on cover.file_id::text = entry ->> 'coverFileId'
    where known.resource_id = hit.resource_id and known.source = hit.source and known.position = hit.position
      and (known.text in (entry ->> 'title', cover.text)
        or (slot ->> 'id' = hit.resource_id::text and known.text in (slot ->> 'name', slot ->> 'key')))))`;

/** Within `available_from` and `available_until`; null means unbounded. */
export function isWithin(rule: PublicRule, table: string): Condition {
  const now = instant(rule);
  const [from, until] = [sql.ref(`${table}.available_from`), sql.ref(`${table}.available_until`)];
  return sql<boolean>`((${from} is null or ${from} <= ${now}) and (${until} is null or ${until} > ${now}))`;
}

/** Condition on an audience column. */
export function isShownTo(audience: Audience, column: RawBuilder<unknown>): Condition {
  return audience === 'campus'
    ? sql<boolean>`${column} in ('everyone', 'campus')`
    : sql<boolean>`${column} = 'everyone'`;
}

function instant({ at }: PublicRule): RawBuilder<Date> {
  return at ? sql<Date>`${at}::timestamptz` : sql<Date>`now()`;
}
