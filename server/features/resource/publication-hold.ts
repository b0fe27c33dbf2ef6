import {
  missingOf,
  type PublishField,
  type RequiredFields,
  requiredOf,
} from '@lectern/contract/features/required-fields.ts';
import { reviewPath } from '@lectern/contract/features/review.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { AppError, problemWords } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import { inEveryLanguage, messagesIn } from '../../platform/messages.ts';
import { uncovered } from '../review/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { fieldsOf, type LockedResource } from './resource.repository.ts';

/** Why a resource can’t be published: unreviewed matches, or masks not applied yet. */
export type Hold = 'matches' | 'masks';
export type HoldsPublication = (db: Executor, resourceId: string) => Promise<Hold | null>;

export function publicationHold(settings: Pick<SettingsService, 'current'>): HoldsPublication {
  return async (db, resourceId) => {
    const hold = holdColumn(await settings.current());
    const { rows } = await sql<{ hold: Hold | null }>`
      select ${hold} as hold from resources where resources.id = ${resourceId}`.execute(db);
    return rows[0]?.hold ?? null;
  };
}

/** The hold of a row of `resources`. */
export function holdColumn({ reviewHoldsPublication }: { reviewHoldsPublication: boolean }): RawBuilder<Hold | null> {
  return sql`case when ${uncovered} then 'masks' when ${reviewHoldsPublication} and exists (
    select from sensitive_hits where sensitive_hits.resource_id = resources.id
      and sensitive_hits.state = 'open' and sensitive_hits.severity in ('review', 'block')) then 'matches' end`;
}

/** Whether the published summary, which visitors see with the resource, is out of date. */
export async function isSummaryOutOfDate(db: Executor, resourceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from summaries where resource_id = ${resourceId} and state = 'published'
      and source_sha256 <> summary_source(${resourceId}) limit 1`.execute(db);
  return rows.length > 0;
}

export async function requireSummaryUpToDate(db: Executor, resourceId: string): Promise<void> {
  if (await isSummaryOutOfDate(db, resourceId)) throw new AppError('summaryOutOfDate');
}

/** The fields that this resource still needs before it can be published. */
export function missingFields(
  { requiredFields }: { requiredFields: RequiredFields },
  resource: Pick<LockedResource, 'kind'>,
): PublishField[] {
  return missingOf(requiredOf(requiredFields, resource.kind), fieldsOf({ ...resource }));
}

/** Rejects publishing a resource that lacks required fields, and names them. */
export function requireComplete(settings: { requiredFields: RequiredFields }, resource: LockedResource): void {
  const missing = missingFields(settings, resource);
  if (missing.length === 0) return;
  const message = problemWords('required');
  throw new AppError('fieldsMissing', {
    params: { fields: fieldNames(missing) },
    details: { fields: missing.map((path) => ({ path, message })) },
  });
}

/** The names of fields in every language. */
function fieldNames(fields: readonly PublishField[]): Words {
  return inEveryLanguage((language) => fieldNamesIn(language, fields));
}

export function fieldNamesIn(language: Language, fields: readonly PublishField[]): string {
  const { errorReasons, resource } = messagesIn(language);
  const names = { ...resource.fields, tagIds: resource.fields.tags, subjectId: resource.fields.subject };
  return fields.map((field) => names[field]).join(errorReasons.listSeparator);
}

/** Rejects publishing or scheduling a resource whose matches are not reviewed or whose masks are not applied. */
export async function requireDecided(
  transaction: Executor,
  holds: HoldsPublication,
  resource: LockedResource,
): Promise<void> {
  const hold = await holds(transaction, resource.id);
  if (hold)
    throw new AppError(hold === 'matches' ? 'hitsFirst' : 'masksFirst', { details: { link: reviewPath(resource) } });
}
