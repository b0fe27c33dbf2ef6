import { type ResourceFields, sourcedFields } from '@lectern/contract/features/resource.ts';
import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { titleOfFile } from '../../engines/file-kind/file-title.ts';
import { insertActivity, recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { assertMayEdit } from './resource.policy.ts';
import { columnsOf, lockReadable, lockResource } from './resource.repository.ts';
import type { ResourceAnnouncer } from './resource-announcer.ts';
import { sourcesOf, validateFields } from './resource-change.service.ts';
import type { ResourceWriter } from './resource-writer.ts';
import { insertPictureHash } from './similar-picture.repository.ts';
import {
  type DuplicateFound,
  findLibraryDefaults,
  findReadableDuplicate,
  type IncomingFile,
  type IncomingResource,
  insertVersion,
  nextVersionNumber,
  type VersionRenditions,
} from './version.repository.ts';

/**
 * Starts machine work on a version in the caller’s transaction. For a copy, the original's results are copied instead.
 */
export type BeginWork = (
  transaction: Executor,
  wanted: { versionId: string; resourceId: string; copyOf?: string },
) => Promise<void>;

type IntakeDependencies = {
  writer: ResourceWriter;
  beginWork: BeginWork;
  renditions: VersionRenditions;
  announcer: ResourceAnnouncer;
};

/** States that a new file resets to processing; others are kept. */
const restarts: readonly ResourceState[] = ['draft', 'processing', 'ready', 'rejected'];

/** Creates resources and versions from files. The caller has checked place and quota. */
export class ResourceIntakeService {
  readonly #dependencies: IntakeDependencies;

  constructor(dependencies: IntakeDependencies) {
    this.#dependencies = dependencies;
  }

  /** Creates a resource and its first version in the caller’s transaction. */
  async create(
    transaction: Executor,
    context: SignedInContext,
    given: IncomingResource,
  ): Promise<{ resourceId: string; versionId: string }> {
    const { principal } = context;
    const resourceId = newId();
    const versionId = newId();
    const entered = given.title?.trim();
    const title = entered || titleOfFile(given.file.name);
    const defaults = await findLibraryDefaults(transaction, given.libraryId);
    const metadata = await withoutDeleted(transaction, given.metadata ?? {});
    const fieldSources = {
      title: entered ? principal.userId : 'fileName',
      ...(defaults.language && { language: 'library' }),
      ...sourcesOf(metadata, principal.userId),
    };
    await this.#dependencies.writer.insert(transaction, {
      id: resourceId,
      kind: given.kind,
      title,
      fields: { ...defaults, ...metadata },
      fieldSources,
      ownerId: principal.userId,
      departmentId: principal.departmentId,
      libraryId: given.libraryId,
      folderId: given.folderId,
      state: 'processing',
      versionId,
      incoming: given,
    });
    await insertVersion(transaction, { id: versionId, resourceId, number: 1, incoming: given, by: principal.userId });
    await recordActivity(transaction, context, {
      action: 'resource.created',
      objectType: 'resource',
      objectId: resourceId,
      after: { title, fileName: given.file.name, sizeBytes: given.file.sizeBytes, libraryId: given.libraryId },
    });
    await this.#dependencies.beginWork(transaction, { versionId, resourceId });
    await this.#dependencies.announcer.changed(transaction, { id: resourceId, owner_id: principal.userId });
    return { resourceId, versionId };
  }

  /** Rejects subjects and tags that don't exist. */
  judgeMetadata(transaction: Executor, metadata: Partial<ResourceFields>): Promise<void> {
    return validateFields(transaction, metadata);
  }

  /** The kind that the next version must have. Rejects resources this person may not replace. */
  async kindToReplace(transaction: Executor, principal: Principal, resourceId: string): Promise<ResourceKind> {
    const resource = await lockReadable(transaction, principal, resourceId);
    assertMayEdit(principal, resource);
    return resource.kind;
  }

  /** Adds the next version, which becomes current, in the caller’s transaction. Published resources stay published. */
  async replace(
    transaction: Executor,
    context: SignedInContext,
    resourceId: string,
    given: IncomingFile,
  ): Promise<{ versionId: string; libraryId: string }> {
    const resource = await lockReadable(transaction, context.principal, resourceId);
    assertMayEdit(context.principal, resource);
    if (resource.kind !== given.kind) throw new AppError('otherKind');
    const versionId = newId();
    const number = await nextVersionNumber(transaction, resourceId);
    await insertVersion(transaction, {
      id: versionId,
      resourceId,
      number,
      incoming: given,
      by: context.principal.userId,
    });
    const state = restarts.includes(resource.state) ? 'processing' : resource.state;
    const current = { versionId, number, state, incoming: given };
    await this.#dependencies.writer.updateCurrentVersion(transaction, resource, current);
    await recordActivity(transaction, context, {
      action: 'resource.fileReplaced',
      objectType: 'resource',
      objectId: resourceId,
      before: { versionNumber: resource.version_number, fileName: resource.file_name },
      after: { versionNumber: number, fileName: given.file.name },
    });
    await this.#dependencies.beginWork(transaction, { versionId, resourceId });
    await this.#dependencies.announcer.changed(transaction, resource);
    return { versionId, libraryId: resource.library_id };
  }

  /** An identical file in a resource that this person may see, outside Trash. */
  findDuplicate(db: Executor, principal: Principal, sha256: Buffer): Promise<DuplicateFound | undefined> {
    return findReadableDuplicate(db, principal, sha256);
  }

  /** Saves the result or failure of an inspection. Can be repeated. */
  async inspected(transaction: Executor, versionId: string, inspection: Inspection): Promise<void> {
    const resource = await saveInspection(transaction, this.#dependencies.renditions, versionId, inspection);
    if (!resource) return;
    if ('metadata' in inspection && inspection.metadata) {
      await fillFromFile(transaction, this.#dependencies.writer, resource.id, inspection.metadata);
    }
    await this.#dependencies.announcer.changed(transaction, resource);
  }

  async drawn(transaction: Executor, versionId: string, drawn: Drawn): Promise<void> {
    const resource = await saveDrawn(transaction, this.#dependencies.renditions, versionId, drawn);
    if (resource) await this.#dependencies.announcer.changed(transaction, resource);
  }

  /** Saves the progress of machine work on the current version; when it is finished, the resource becomes ready. */
  async worked(transaction: Executor, worked: Worked): Promise<void> {
    const resource = await updateWorked(transaction, worked);
    if (resource) await this.#dependencies.announcer.changed(transaction, resource);
  }
}

/** Metadata read from a file, already validated. */
export type FileMetadata = Partial<Pick<ResourceFields, (typeof sourcedFields)[number]>>;

/** Fills empty fields, and the title if it was made from the file name. What people entered or cleared stays. */
async function fillFromFile(
  transaction: Executor,
  writer: ResourceWriter,
  resourceId: string,
  metadata: FileMetadata,
): Promise<void> {
  const resource = await lockResource(transaction, resourceId);
  // The metadata of resources in review or published has been seen by people.
  if (!resource || !restarts.includes(resource.state)) return;
  const isOpen = (field: (typeof sourcedFields)[number]) =>
    field === 'title'
      ? resource.field_sources.title === 'fileName'
      : !resource[field] && resource.field_sources[field] === undefined;
  const filled = sourcedFields.filter((field) => metadata[field] !== undefined && isOpen(field));
  if (filled.length === 0) return;
  const values = Object.fromEntries(filled.map((field) => [field, metadata[field]]));
  const sources = Object.fromEntries(filled.map((field) => [field, 'file']));
  const before = Object.fromEntries(filled.map((field) => [field, resource[field]]));
  await writer.update(transaction, resource, {
    ...columnsOf(values),
    field_sources: { ...resource.field_sources, ...sources },
  });
  await insertActivity(transaction, {
    ...{ action: 'resource.metadataRead', objectType: 'resource', objectId: resourceId },
    ...{ before, after: values, actorId: null, ip: null, requestId: null },
  });
}

/** Tags and subjects may have been deleted since the upload was announced. */
async function withoutDeleted<Fields extends Partial<ResourceFields>>(
  transaction: Executor,
  fields: Fields,
): Promise<Fields> {
  const { tagIds, subjectId } = fields;
  const tags = tagIds?.length
    ? await sql<{ id: string }>`select id from tags where id = any (${tagIds}::uuid[]) for share`.execute(transaction)
    : undefined;
  const subject = subjectId
    ? await sql`select from subjects where id = ${subjectId} and disabled_at is null for key share`.execute(transaction)
    : undefined;
  return {
    ...fields,
    ...(tags && { tagIds: tags.rows.map(({ id }) => id) }),
    ...(subject?.rows.length === 0 && { subjectId: null }),
  };
}

type VersionFacts = {
  durationSeconds?: number | null;
  pageCount?: number | null;
  width?: number | null;
  height?: number | null;
  /** File metadata, such as codecs or EXIF. */
  facts: Record<string, unknown>;
  metadata?: FileMetadata | undefined;
  /** A thumbnail, whose row in `files` the caller inserts in the same transaction. */
  thumbnailFileId?: string;
  /** Perceptual hash of a picture, 16 hexadecimal digits. */
  pictureHash?: string | undefined;
};
type Inspection = VersionFacts | { failed: string; failedCode?: string | null };

/** The code allows the failure to be translated. */
function failureOf({ failed, failedCode }: { failed: string; failedCode?: string | null }) {
  return failedCode ? { failed, failedCode } : { failed };
}

/**
 * Saves the inspection to the version and, if it is current, to its resource. Leaves the version number and change
 * time alone, because no person changed anything.
 */
export async function saveInspection(
  transaction: Executor,
  renditions: VersionRenditions,
  versionId: string,
  inspection: Inspection,
): Promise<{ id: string; owner_id: string } | undefined> {
  const found = 'failed' in inspection ? { facts: failureOf(inspection) } : inspection;
  const { durationSeconds = null, pageCount = null, width = null, height = null }: Partial<VersionFacts> = found;
  // Rendering may already have found the page count.
  const keepsPages = !('failed' in inspection) && inspection.pageCount === undefined;
  const version = await transaction
    .updateTable('resource_versions')
    .set({
      duration_seconds: durationSeconds,
      ...(!keepsPages && { page_count: pageCount }),
      width,
      height,
      facts: JSON.stringify(found.facts),
    })
    .where('id', '=', versionId)
    .returning(['resource_id', 'page_count'])
    .executeTakeFirst();
  if (!version) return undefined;
  if ('pictureHash' in found && found.pictureHash) await insertPictureHash(transaction, versionId, found.pictureHash);
  if ('thumbnailFileId' in found && found.thumbnailFileId) {
    await renditions.replaceThumbnail(transaction, versionId, found.thumbnailFileId);
  }
  const { rows } = await sql<{ id: string; owner_id: string }>`
    update resources set duration_seconds = ${durationSeconds}, page_count = ${version.page_count}, width = ${width},
      height = ${height}, thumbnail_id = ${thumbnailOf(versionId)}
    where id = ${version.resource_id} and version_id = ${versionId} and state <> 'purged'
    returning id, owner_id`.execute(transaction);
  return rows[0];
}

function thumbnailOf(versionId: string) {
  return sql`(select id from renditions where version_id = ${versionId} and kind = 'thumbnail')`;
}

type Drawn = { pageCount: number; thumbnailFileId?: string };

/** Saves the page count, and a thumbnail if there was none. */
async function saveDrawn(
  transaction: Executor,
  renditions: VersionRenditions,
  versionId: string,
  { pageCount, thumbnailFileId }: Drawn,
): Promise<{ id: string; owner_id: string } | undefined> {
  await sql`update resource_versions set page_count = ${pageCount} where id = ${versionId}`.execute(transaction);
  if (thumbnailFileId) await renditions.addThumbnail(transaction, versionId, thumbnailFileId);
  const { rows } = await sql<{ id: string; owner_id: string }>`
    update resources set page_count = ${pageCount}, thumbnail_id = ${thumbnailOf(versionId)}
    where version_id = ${versionId} and state <> 'purged' returning id, owner_id`.execute(transaction);
  return rows[0];
}

type Worked = { resourceId: string; versionId: string; isOver: boolean; hasFailed: boolean };

/** Changes nothing when up to date or when another version is current. */
async function updateWorked(
  transaction: Executor,
  { resourceId, versionId, isOver, hasFailed }: Worked,
): Promise<{ id: string; owner_id: string } | undefined> {
  const { rows } = await sql<{ id: string; owner_id: string }>`
    update resources set work_failed = ${hasFailed},
      state = case when ${isOver} and state = 'processing' then 'ready' else state end,
      state_since = case when ${isOver} and state = 'processing' then now() else state_since end,
      state_before = case when ${isOver} and state_before = 'processing' then 'ready' else state_before end
    where id = ${resourceId} and version_id = ${versionId} and state <> 'purged'
      and (work_failed <> ${hasFailed} or (${isOver} and 'processing' in (state, state_before)))
    returning id, owner_id`.execute(transaction);
  return rows[0];
}
