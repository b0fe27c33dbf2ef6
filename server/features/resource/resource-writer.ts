import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Resources } from '../../platform/db/schema.ts';
import type { Move } from '../../platform/ownership/owned-things.ts';
import { columnsOf, type LockedResource, type ResourceColumns } from './resource.repository.ts';
import type { IncomingFile } from './version.repository.ts';

/** `live`: not in Trash and not permanently deleted. */
const followedColumns = ['title', 'description', 'language', 'owner_id', 'department_id', 'version_id'] as const;
type ResourceAspect = (typeof followedColumns)[number] | 'live';

/** Rows of another feature that depend on resources. They change in the same transaction as the resources. */
export type ResourceFollower = {
  added?(transaction: Executor, ids: readonly string[]): Promise<void>;
  /** The columns whose changes it follows. */
  aspects?: readonly ResourceAspect[];
  changed?(transaction: Executor, ids: readonly string[]): Promise<void>;
  /** Deletes the data of permanently deleted resources. */
  forget?(transaction: Executor, ids: readonly string[]): Promise<void>;
};

type NewResource = {
  id: string;
  kind: ResourceKind;
  title: string;
  fields: Partial<Omit<ResourceFields, 'title'>>;
  fieldSources: Record<string, string>;
  ownerId: string;
  departmentId: string | null;
  libraryId: string;
  folderId: string | null;
  state: ResourceState;
  versionId: string;
  incoming: IncomingFile;
};
type Copy = Pick<NewResource, 'id' | 'ownerId' | 'departmentId' | 'libraryId' | 'folderId' | 'versionId'>;
/** A query on the rows of `resources` it is given. */
export type Answer<Row> = (rows: RawBuilder<unknown>) => RawBuilder<Row>;
type NewCurrent = { versionId: string; number: number; state: ResourceState; incoming: IncomingFile };

const resourcesAtOnce = 500;

/** All writes that other features' rows depend on, together with updates to those rows. */
export class ResourceWriter {
  readonly #followers: readonly ResourceFollower[];

  constructor(followers: readonly ResourceFollower[]) {
    this.#followers = followers;
  }

  async insert(transaction: Executor, resource: NewResource): Promise<void> {
    await transaction
      .insertInto('resources')
      .values({
        ...columnsOf(resource.fields),
        id: resource.id,
        kind: resource.kind,
        title: resource.title,
        field_sources: JSON.stringify(resource.fieldSources),
        owner_id: resource.ownerId,
        created_by: resource.ownerId,
        department_id: resource.departmentId,
        library_id: resource.libraryId,
        folder_id: resource.folderId,
        state: resource.state,
        version_id: resource.versionId,
        ...fileColumns(resource.incoming),
      })
      .execute();
    await this.#added(transaction, [resource.id]);
  }

  /** Creates an unpublished copy with the same current file and metadata. */
  async copy(transaction: Executor, original: LockedResource, copy: Copy): Promise<void> {
    await sql`
      insert into resources (id, kind, title, description, language, subject_id, author, year, source, alt_text, licence,
        licence_until, visibility, tag_ids, field_sources, owner_id, department_id, library_id, folder_id, state,
        work_failed, version_id,
        file_name, format, content_type, size_bytes, sha256, duration_seconds, page_count, width, height, created_by)
      select ${copy.id}, kind, title, description, language, subject_id, author, year, source, alt_text, licence,
        licence_until, visibility, tag_ids, field_sources, ${copy.ownerId}, ${copy.departmentId}, ${copy.libraryId}, ${copy.folderId},
        ${original.state === 'processing' ? 'processing' : 'ready'}, work_failed, ${copy.versionId}, file_name, format,
        content_type, size_bytes, sha256, duration_seconds, page_count, width, height, ${copy.ownerId}
      from resources where id = ${original.id}`.execute(transaction);
    await this.#added(transaction, [copy.id]);
  }

  /** Returns the new version. `before` is the locked row. */
  async update(transaction: Executor, before: LockedResource, columns: ResourceColumns): Promise<number> {
    const { version } = await this.updateReturning(
      transaction,
      before,
      columns,
      (rows) => sql<{ version: number }>`select version from ${rows}`,
    );
    return version;
  }

  /** Returns what `answer` selects from the changed row, in the statement that changes it. */
  async updateReturning<Row>(
    transaction: Executor,
    before: LockedResource,
    columns: ResourceColumns,
    answer: Answer<Row>,
  ): Promise<Row> {
    const update = transaction
      .updateTable('resources')
      .set((set) => ({
        ...(columns as Updateable<Resources>),
        version: set('version', '+', 1),
        updated_at: set.fn<Date>('now'),
      }))
      .where('id', '=', before.id)
      .returningAll();
    const { rows } = await sql<Row>`with changed as (${update}) ${answer(sql`changed`)}`.execute(transaction);
    const [row] = rows;
    if (!row) throw new Error(`resource ${before.id} is locked but gone`);
    await this.#changed(transaction, [before.id], aspectsOf(before, columns));
    if (columns.state === 'purged') for (const { forget } of this.#followers) await forget?.(transaction, [before.id]);
    return row;
  }

  /** Machine results of the old file don't apply to the new one. */
  async updateCurrentVersion(
    transaction: Executor,
    resource: LockedResource,
    { versionId, number, state, incoming }: NewCurrent,
  ): Promise<number> {
    return this.update(transaction, resource, {
      version_id: versionId,
      version_number: number,
      ...fileColumns(incoming),
      duration_seconds: null,
      page_count: null,
      width: null,
      height: null,
      thumbnail_id: null,
      work_failed: false,
      ...(state !== resource.state && { state, state_reason: null, state_by: null, state_since: sql`now()` }),
    });
  }

  async transfer(transaction: Executor, { from, to, only }: Move): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update resources set owner_id = ${to}, version = version + 1, updated_at = now()
      where owner_id = ${from} and state <> 'purged' ${only ? sql`and id = any (${only}::uuid[])` : sql``}
      returning id`.execute(transaction);
    const ids = rows.map((row) => row.id);
    await this.#changed(transaction, ids, new Set(['owner_id']));
    return ids;
  }

  async moveDepartment(transaction: Executor, { from, to, only }: Move): Promise<string[]> {
    const among = only ? sql`and id = any (${only}::uuid[])` : sql``;
    const { rows } = await sql<{ id: string }>`
      select id from resources where department_id = ${from} ${among} order by id for update`.execute(transaction);
    const ids = rows.map(({ id }) => id);
    for (let start = 0; start < ids.length; start += resourcesAtOnce) {
      const some = ids.slice(start, start + resourcesAtOnce);
      await sql`update resources set department_id = ${to} where id = any (${some}::uuid[])`.execute(transaction);
      await this.#changed(transaction, some, new Set(['department_id']));
    }
    return ids;
  }

  async #added(transaction: Executor, ids: readonly string[]): Promise<void> {
    for (const { added } of this.#followers) await added?.(transaction, ids);
  }

  async #changed(transaction: Executor, ids: readonly string[], aspects: ReadonlySet<ResourceAspect>): Promise<void> {
    if (ids.length === 0) return;
    for (const { aspects: followed = [], changed } of this.#followers) {
      if (followed.some((aspect) => aspects.has(aspect))) await changed?.(transaction, ids);
    }
  }
}

function aspectsOf(before: LockedResource, columns: ResourceColumns): Set<ResourceAspect> {
  const aspects = new Set<ResourceAspect>(
    followedColumns.filter((column) => column in columns && columns[column] !== before[column]),
  );
  const isLive = (state: unknown) => state !== 'trashed' && state !== 'purged';
  if ('state' in columns && isLive(columns.state) !== isLive(before.state)) aspects.add('live');
  return aspects;
}

function fileColumns({ file, format }: IncomingFile) {
  return {
    file_name: file.name,
    format,
    content_type: file.contentType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
  };
}
