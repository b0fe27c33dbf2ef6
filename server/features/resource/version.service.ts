import type { ResourceVersion } from '@lectern/contract/features/resource.ts';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { newId } from '../../platform/new-id.ts';
import { assertMayEdit } from './resource.policy.ts';
import { presentVersion } from './resource.presenter.ts';
import { findReadable, type LockedResource, type ResourceColumns } from './resource.repository.ts';
import type { ResourceChangeService } from './resource-change.service.ts';
import type { BeginWork } from './resource-intake.service.ts';
import {
  copyVersion,
  listVersionRecords,
  nextVersionNumber,
  updateVersionNote,
  type VersionRecord,
  type VersionRenditions,
} from './version.repository.ts';

type VersionDependencies = {
  db: Db;
  changes: ResourceChangeService;
  renditions: VersionRenditions;
  beginWork: BeginWork;
};
type Named = { id: string; versionId: string };

/** All files a resource has had. Nothing is overwritten: reverting creates a new version too. */
export class VersionService {
  readonly #dependencies: VersionDependencies;

  constructor(dependencies: VersionDependencies) {
    this.#dependencies = dependencies;
  }

  async list({ principal }: SignedInContext, id: string): Promise<ResourceVersion[]> {
    const resource = await findReadable(this.#dependencies.db, principal, id);
    const records = await listVersionRecords(this.#dependencies.db, id);
    return records.map((record) => presentVersion(record, resource.version_id));
  }

  async restore(
    context: SignedInContext,
    { id, versionId, version }: Named & { version: number },
  ): Promise<ResourceVersion> {
    const { db, changes, renditions, beginWork } = this.#dependencies;
    const by = context.principal.userId;
    return db.transaction().execute(async (transaction) => {
      const resource = await changes.take(transaction, context, id);
      assertMayEdit(context.principal, resource);
      if (resource.version !== version) throw new AppError('changedMeanwhile');
      const [old] = await listVersionRecords(transaction, id, versionId);
      if (!old) throw new AppError('notFound');
      if (old.id === resource.version_id) throw new AppError('illegalMove');
      const made = { id: newId(), resourceId: id, number: await nextVersionNumber(transaction, id), by };
      const { thumbnailId } = await copyVersion(transaction, renditions, old.id, { ...made, fromNumber: old.number });
      const columns = currentColumns(resource, old, { ...made, thumbnailId, isOwner: resource.owner_id === by });
      await changes.write(transaction, context, resource, columns, { action: 'resource.versionRestored' });
      await beginWork(transaction, { versionId: made.id, resourceId: id, copyOf: old.id });
      const [restored] = await listVersionRecords(transaction, id, made.id);
      if (!restored) throw new AppError('notFound');
      return presentVersion(restored, made.id);
    });
  }

  async describe(
    context: SignedInContext,
    { id, versionId, note }: Named & { note: string },
  ): Promise<ResourceVersion> {
    const { db, changes } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const resource = await changes.take(transaction, context, id);
      assertMayEdit(context.principal, resource);
      const [record] = await listVersionRecords(transaction, id, versionId);
      if (!record) throw new AppError('notFound');
      await updateVersionNote(transaction, versionId, note);
      await recordActivity(transaction, context, {
        action: 'resource.versionDescribed',
        objectType: 'resource',
        objectId: id,
        before: { versionNumber: record.number, note: record.note },
        after: { versionNumber: record.number, note },
      });
      return presentVersion({ ...record, note }, resource.version_id);
    });
  }
}

type Made = { id: string; number: number; thumbnailId: string | null; isOwner: boolean };

function currentColumns(resource: LockedResource, old: VersionRecord, made: Made): ResourceColumns {
  const reopened = resource.state === 'rejected' && made.isOwner;
  return {
    version_id: made.id,
    version_number: made.number,
    file_name: old.file_name,
    format: old.format,
    content_type: old.content_type,
    size_bytes: old.size_bytes,
    sha256: old.sha256,
    duration_seconds: old.duration_seconds,
    page_count: old.page_count,
    width: old.width,
    height: old.height,
    thumbnail_id: made.thumbnailId,
    work_failed: 'failed' in old.facts,
    ...(reopened && { state: 'draft', state_reason: null }),
  };
}
