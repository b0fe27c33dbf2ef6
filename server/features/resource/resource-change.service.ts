import { type ResourceFields, sourcedFields } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { assertMayEdit } from './resource.policy.ts';
import { columnsOf, fieldsOf, type LockedResource, lockReadable, type ResourceColumns } from './resource.repository.ts';
import type { ResourceAnnouncer } from './resource-announcer.ts';
import type { Answer, ResourceWriter } from './resource-writer.ts';

export type ChangeDependencies = {
  writer: Pick<ResourceWriter, 'update' | 'updateReturning'>;
  announcer: ResourceAnnouncer;
  /** Speech recognition runs again with the new language. */
  languageChanged(transaction: Executor, context: SignedInContext, resourceId: string): Promise<void>;
};
/** `quiet`: set within an operation, which publishes the changes itself. */
export type ChangeRecord = { action?: string; quiet?: boolean };

/** Changes the metadata of resources, one at a time. All checks run before any change. */
export class ResourceChangeService {
  readonly #dependencies: ChangeDependencies;

  constructor(dependencies: ChangeDependencies) {
    this.#dependencies = dependencies;
  }

  take(transaction: Executor, context: SignedInContext, id: string): Promise<LockedResource> {
    return lockReadable(transaction, context.principal, id);
  }

  /** Returns the new version and the old values. Fields that already have the value are skipped. */
  async edit(
    transaction: Executor,
    context: SignedInContext,
    resource: LockedResource,
    wanted: Partial<ResourceFields>,
    record: ChangeRecord = {},
  ): Promise<{ version: number; before: Record<string, unknown> }> {
    const columns = await editedColumns(transaction, context, resource, wanted);
    if (!columns) return { version: resource.version, before: {} };
    const version = await this.write(transaction, context, resource, columns, record);
    return { version, before: beforeOf(resource, columns) };
  }

  /**
   * The same, and returns what `answer` selects from the changed row. Undefined if nothing changed, or if the change
   * starts machine work, which changes the row again.
   */
  async save<Row>(
    transaction: Executor,
    context: SignedInContext,
    resource: LockedResource,
    wanted: Partial<ResourceFields>,
    answer: Answer<Row>,
  ): Promise<Row | undefined> {
    const columns = await editedColumns(transaction, context, resource, wanted);
    if (!columns) return undefined;
    const row = await this.#dependencies.writer.updateReturning(transaction, resource, columns, answer);
    await this.#record(transaction, context, resource, columns);
    return 'language' in columns ? undefined : row;
  }

  /** Writes without checks; the caller has made them. */
  async write(
    transaction: Executor,
    context: SignedInContext,
    resource: LockedResource,
    columns: ResourceColumns,
    record: ChangeRecord = {},
  ): Promise<number> {
    const version = await this.#dependencies.writer.update(transaction, resource, columns);
    await this.#record(transaction, context, resource, columns, record);
    return version;
  }

  async #record(
    transaction: Executor,
    context: SignedInContext,
    resource: LockedResource,
    columns: ResourceColumns,
    { action = 'resource.updated', quiet = false }: ChangeRecord = {},
  ): Promise<void> {
    await recordActivity(transaction, context, {
      action,
      objectType: 'resource',
      objectId: resource.id,
      before: activityValues(beforeOf(resource, columns)),
      after: activityValues(columns),
    });
    if ('language' in columns && columns.language !== resource.language) {
      await this.#dependencies.languageChanged(transaction, context, resource.id);
    }
    if (!quiet) await this.#dependencies.announcer.changed(transaction, resource, context.principal.userId);
  }
}

/** Undefined if every field already has its value. */
async function editedColumns(
  transaction: Executor,
  { principal }: SignedInContext,
  resource: LockedResource,
  wanted: Partial<ResourceFields>,
): Promise<ResourceColumns | undefined> {
  assertMayEdit(principal, resource);
  const change = changedColumns(resource, columnsOf(wanted));
  if (Object.keys(change).length === 0) return undefined;
  await validateFields(transaction, wanted, resource);
  // An owner’s edit reopens a rejected resource.
  const reopened = resource.state === 'rejected' && resource.owner_id === principal.userId;
  const state = { state: 'draft', state_reason: null, state_by: null, state_since: sql<Date>`now()` };
  const sources = sourcesOf(change, principal.userId);
  return {
    ...change,
    ...(Object.keys(sources).length > 0 && { field_sources: { ...resource.field_sources, ...sources } }),
    ...(reopened && state),
  };
}

/** Who or what the values of these fields come from. */
export function sourcesOf(columns: object, source: string): Record<string, string> {
  return Object.fromEntries(sourcedFields.flatMap((field) => (field in columns ? [[field, source]] : [])));
}

/** The old values of the written columns, for Undo. */
export function beforeOf(resource: LockedResource, columns: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(columns)
      .filter((column) => column in resource)
      .map((column) => [column, resource[column as keyof LockedResource]]),
  );
}

function changedColumns(resource: LockedResource, columns: object): ResourceColumns {
  const changed = Object.entries(columns).filter(
    ([column, value]) => !isSame(resource[column as keyof LockedResource], value),
  );
  return Object.fromEntries(changed);
}

/** Compares tags as a set, ignoring their order. */
export function isSame(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return before === after;
  return before.length === after.length && after.every((value) => before.includes(value));
}

const recordedColumns = {
  owner_id: 'ownerId',
  library_id: 'libraryId',
  folder_id: 'folderId',
  publish_at: 'publishAt',
  offline_at: 'offlineAt',
  state: 'state',
  state_reason: 'reason',
} as const;

/** The fields under their API names, plus other columns shown in activities. */
function activityValues(columns: object): Record<string, unknown> {
  const rest = Object.entries(recordedColumns).flatMap(([column, name]) => {
    const value: unknown = (columns as Record<string, unknown>)[column];
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Date;
    return column in columns && isPlain ? [[name, value] as const] : [];
  });
  return { ...fieldsOf(columns as Record<string, unknown>), ...Object.fromEntries(rest) };
}

type Before = { subject_id: string | null; tag_ids: readonly string[] };

/** Requires that newly chosen subjects and tags exist. Values the resource already has may stay. */
export async function validateFields(
  transaction: Executor,
  { subjectId, tagIds }: Partial<ResourceFields>,
  before: Before = { subject_id: null, tag_ids: [] },
): Promise<void> {
  if (subjectId && subjectId !== before.subject_id) {
    const subject = await transaction
      .selectFrom('subjects')
      .select('id')
      .where('id', '=', subjectId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (!subject) throw invalidField('subjectId', 'noSuchSubject');
  }
  const added = [...new Set(tagIds)].filter((id) => !before.tag_ids.includes(id));
  if (added.length === 0) return;
  // Locks new tags until the write, so none is deleted or merged in between.
  const { rows } = await sql`select id from tags where id = any (${added}::uuid[]) for share`.execute(transaction);
  if (rows.length < added.length) throw invalidField('tagIds', 'noSuchTag');
}
