import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ResourceFields } from '@lectern/contract/features/resource.ts';
import type { ResourceKind, ResourceState } from '@lectern/contract/features/resource-state.ts';
import { resourceFollowers } from '../app.ts';
import { lockResource, type ResourceColumns } from '../features/resource/resource.repository.ts';
import { ResourceWriter } from '../features/resource/resource-writer.ts';
import type { IncomingFile } from '../features/resource/version.repository.ts';
import { insertVersion } from '../features/resource/version.repository.ts';
import type { Executor } from '../platform/db/database.ts';
import { newId } from '../platform/new-id.ts';
import { insertFile } from '../platform/storage/file-rows.ts';
import type { Identity, TestApp } from './test-app.ts';

/** The library that every installation starts with. */
export const schoolLibraryId = '0199a000-0000-7000-8000-000000000001';
export const resourcePages = ['/app/resource/info', '/app/resource/library', '/app/home/my'];

const formats: Record<ResourceKind, { format: string; contentType: string }> = {
  document: { format: 'pdf', contentType: 'application/pdf' },
  video: { format: 'mp4', contentType: 'video/mp4' },
  audio: { format: 'mp3', contentType: 'audio/mpeg' },
  image: { format: 'png', contentType: 'image/png' },
};

export type ResourceWish = Partial<ResourceFields> & {
  owner?: Identity;
  kind?: ResourceKind;
  state?: ResourceState;
  /** The owner's department by default. */
  departmentId?: string | null;
  libraryId?: string;
  folderId?: string | null;
  /** Content of the file; the same content twice creates duplicates. */
  content?: string;
  fileName?: string;
};
export type MadeResource = { id: string; versionId: string; fileId: string; storeKey: string; sha256: string };

const writer = new ResourceWriter(resourceFollowers);

type Besides = (transaction: Executor, made: MadeResource) => Promise<void>;

/**
 * Inserts a resource in any state with a real stored file, skipping the usual workflow. `besides` joins the
 * transaction.
 */
export async function makeResource(app: TestApp, wish: ResourceWish = {}, besides?: Besides): Promise<MadeResource> {
  const { owner = app.admin, kind = 'document', state = 'ready', title, ...rest } = wish;
  const { departmentId = await departmentOf(app, owner), libraryId = schoolLibraryId, folderId = null } = rest;
  const { content = randomUUID(), fileName, ...fields } = rest;
  const { format, contentType } = formats[kind];
  const stored = await app.container.services.fileStore.write(Readable.from([content]));
  const [id, versionId, fileId] = [newId(), newId(), newId()];
  const name = fileName ?? `${title ?? id}.${format}`;
  const incoming: IncomingFile = { fileId, file: { ...stored, name, contentType }, kind, format };
  const made = { id, versionId, fileId, storeKey: stored.storeKey, sha256: hashOf(content) };
  await app.db.transaction().execute(async (transaction) => {
    await insertFile(transaction, { ...stored, id: fileId, name, contentType, createdBy: owner.userId });
    await writer.insert(transaction, {
      ...{
        id,
        kind,
        title: title ?? `Resource ${id.slice(-6)}`,
        fields,
        fieldSources: {},
        ownerId: owner.userId,
        departmentId,
      },
      ...{ libraryId, folderId, state, versionId, incoming },
    });
    await insertVersion(transaction, { id: versionId, resourceId: id, number: 1, incoming, by: owner.userId });
    if (state === 'trashed') {
      await transaction.updateTable('resources').set({ state_before: 'ready' }).where('id', '=', id).execute();
    }
    if (state === 'published') {
      await transaction.updateTable('resources').set({ published_at: new Date() }).where('id', '=', id).execute();
    }
    await besides?.(transaction, made);
  });
  return made;
}

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Changes columns without checking any rules, and updates the dependent rows of other features. */
export async function changeResource(db: Executor, id: string, columns: ResourceColumns): Promise<void> {
  const resource = await lockResource(db, id);
  if (!resource) throw new Error(`There is no resource ${id}`);
  await writer.update(db, resource, columns);
}

export async function resourceRowOf(app: TestApp, id: string) {
  return app.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function versionOf(app: TestApp, id: string): Promise<number> {
  return (await resourceRowOf(app, id)).version;
}

async function departmentOf(app: TestApp, owner: Identity): Promise<string | null> {
  const row = await app.db
    .selectFrom('users')
    .select('department_id')
    .where('id', '=', owner.userId)
    .executeTakeFirst();
  return row?.department_id ?? null;
}

/**
 * An editor and a user of Physics, an editor of History, and a user of Physics who owns nothing; all may open the
 * resource pages.
 */
export async function makeStaff(app: TestApp, departments: { physics: string; history: string }) {
  const person = (roleId: 2 | 3 | 4, departmentId?: string) =>
    app.identity({ roleId, pages: resourcePages, ...(departmentId && { departmentId }) });
  return {
    admin: app.admin,
    editor: await person(3, departments.physics),
    otherEditor: await person(3, departments.history),
    owner: await person(4, departments.physics),
    stranger: await person(4, departments.physics),
  };
}
export type Staff = Awaited<ReturnType<typeof makeStaff>>;
