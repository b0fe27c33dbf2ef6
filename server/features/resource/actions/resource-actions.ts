import { mayOpenPath } from '@lectern/contract/access.ts';
import { homePagePath } from '@lectern/contract/features/home-page.ts';
import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import type { Ability } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import { lockLibrarySpace } from '../../../platform/storage/lock-library-space.ts';
import type { ColumnService, HeldItem } from '../../column/public.ts';
import type { FavouriteService, KeptFavourite } from '../../favourite/public.ts';
import type { HomeDraftService } from '../../home-page/public.ts';
import type { LibraryService } from '../../library/public.ts';
import { requireOriginal } from '../../review/public.ts';
import { assertMayEdit, resolveMove } from '../resource.policy.ts';
import { isPlace, type LockedResource, lockReadable, sizeOfVersions } from '../resource.repository.ts';
import { beforeOf, type ResourceChangeService } from '../resource-change.service.ts';
import type { BeginWork } from '../resource-intake.service.ts';
import type { ResourceMoveService } from '../resource-move.service.ts';
import type { ResourceWriter } from '../resource-writer.ts';
import { copyVersion, type VersionRenditions } from '../version.repository.ts';
import {
  type ActionHandler,
  type EditActionDependencies,
  editActions,
  resourceAction,
  type Work,
} from './edit-actions.ts';

export function resourceActions(
  dependencies: PlaceActionDependencies & MarkActionDependencies & EditActionDependencies,
): OperationAction[] {
  return [
    ...moveActions(dependencies.moves),
    ...editActions(dependencies),
    ...placeActions(dependencies),
    ...markActions(dependencies),
  ];
}

const quiet = { quiet: true };

/** State changes. Anyone who could have made the move may undo it. */
function moveActions(moves: ResourceMoveService): OperationAction[] {
  const handlerOf = (
    move: ResourceMove,
    ability?: Ability,
  ): ActionHandler<{ reason?: string; acceptOutOfDate?: boolean }> => ({
    ...(ability && { ability }),
    apply: ({ transaction, target, actor }, { reason, acceptOutOfDate }) =>
      moves.move(transaction, actor, target, { move, reason, acceptOutOfDate }, quiet),
    undo: ({ transaction, target, actor }, before) =>
      moves.putBack(transaction, actor, target, { move, before: before as Record<string, unknown> }),
  });
  const { undo: _never, ...purge } = handlerOf('purge', 'admin');
  return [
    ...resourceAction('submit', handlerOf('submit')),
    ...resourceAction('withdraw', handlerOf('withdraw')),
    ...resourceAction('publish', handlerOf('publish', 'editor')),
    ...resourceAction('reject', handlerOf('reject', 'editor')),
    ...resourceAction('offline', handlerOf('offline', 'editor')),
    ...resourceAction('trash', handlerOf('trash')),
    ...resourceAction('restore', handlerOf('restore')),
    ...resourceAction('purge', purge),
  ];
}

/** Adds resources to chapters and undoes it; checks the permissions on the course. */
type ChapterShelf = {
  put(
    transaction: Work['transaction'],
    actor: Work['actor'],
    wanted: { chapterId: string; resourceId: string; required: boolean },
  ): Promise<{ courseId: string; undo: string } | null>;
  undo(
    transaction: Work['transaction'],
    actor: Work['actor'],
    added: { courseId: string; undo: string },
  ): Promise<unknown>;
};

type MarkActionDependencies = {
  chapters: () => ChapterShelf;
  columns: Pick<ColumnService, 'addItems' | 'removeItems' | 'restoreItems'>;
  favourites: Pick<FavouriteService, 'star' | 'unstar' | 'restore'>;
  homePage: Pick<HomeDraftService, 'recommend' | 'withdraw'>;
};

/** Adds resources to columns, the home page, chapters and favourites without changing the resources. */
function markActions({ columns, favourites, homePage, chapters }: MarkActionDependencies): OperationAction[] {
  const done = ({ target }: Work, before: unknown) => ({ before, version: target.version });
  return [
    ...resourceAction('addToColumn', {
      ability: 'editor',
      undoesAnyVersion: true,
      apply: async (work, { columnId }) => {
        const { transaction, actor, target } = work;
        if (target.state === 'trashed') throw new AppError('inTrash');
        const added = await columns.addItems(transaction, actor, columnId, [target.id]);
        return added.length === 0 ? { skip: 'asWanted' } : done(work, { columnId });
      },
      undo: async (work, before) => {
        const { columnId } = before as { columnId: string };
        const removed = await columns.removeItems(work.transaction, work.actor, columnId, [work.target.id]);
        return removed.length === 0 ? { skip: 'changedSince' } : done(work, before);
      },
    }),
    ...resourceAction('removeFromColumn', {
      ability: 'editor',
      undoesAnyVersion: true,
      apply: async (work, { columnId }) => {
        const { transaction, actor, target } = work;
        const items = await columns.removeItems(transaction, actor, columnId, [target.id]);
        return items.length === 0 ? { skip: 'asWanted' } : done(work, { columnId, items });
      },
      undo: async (work, before) => {
        const { columnId, items } = before as { columnId: string; items: HeldItem[] };
        await columns.restoreItems(work.transaction, work.actor, columnId, items);
        return done(work, before);
      },
    }),
    ...resourceAction('recommend', {
      ability: 'editor',
      undoesAnyVersion: true,
      apply: async (work, { slotId, ...when }) => {
        const { transaction, actor, target } = work;
        if (!mayOpenPath(actor.principal, homePagePath)) {
          throw new AppError('pageForbidden', { params: { page: homePagePath } });
        }
        if (target.state === 'trashed') throw new AppError('inTrash');
        const subjects = [{ source: 'resource', resourceId: target.id }] as const;
        const entryId = await homePage.recommend(transaction, actor, slotId, { ...when, subjects, beforeId: null });
        return done(work, { entryId });
      },
      undo: async (work, before) => {
        const { entryId } = before as { entryId: string };
        const taken = await homePage.withdraw(work.transaction, work.actor, entryId);
        return taken ? done(work, before) : { skip: 'changedSince' };
      },
    }),
    ...resourceAction('addToChapter', {
      undoesAnyVersion: true,
      apply: async (work, { chapterId, required }) => {
        const { transaction, actor, target } = work;
        const added = await chapters().put(transaction, actor, { chapterId, resourceId: target.id, required });
        return added ? done(work, added) : { skip: 'asWanted' };
      },
      undo: async (work, before) => {
        await chapters().undo(work.transaction, work.actor, before as { courseId: string; undo: string });
        return done(work, before);
      },
    }),
    ...resourceAction('star', {
      undoesAnyVersion: true,
      apply: async (work, { folderId }) => {
        const { transaction, actor, target } = work;
        const starred = await favourites.star(transaction, actor, [target.id], folderId);
        return starred.length === 0 ? { skip: 'asWanted' } : done(work, null);
      },
      undo: async (work) => {
        const gone = await favourites.unstar(work.transaction, work.actor, [work.target.id]);
        return gone.length === 0 ? { skip: 'changedSince' } : done(work, null);
      },
    }),
    ...resourceAction('unstar', {
      undoesAnyVersion: true,
      apply: async (work) => {
        const { transaction, actor, target } = work;
        const kept = await favourites.unstar(transaction, actor, [target.id]);
        return kept.length === 0 ? { skip: 'asWanted' } : done(work, kept);
      },
      undo: async (work, before) => {
        const back = await favourites.restore(work.transaction, work.actor, before as KeptFavourite[]);
        return back.length === 0 ? { skip: 'changedSince' } : done(work, before);
      },
    }),
  ];
}

type PlaceActionDependencies = {
  writer: Pick<ResourceWriter, 'copy'>;
  changes: ResourceChangeService;
  moves: ResourceMoveService;
  libraries: Pick<LibraryService, 'requirePlace' | 'room'>;
  renditions: VersionRenditions;
  beginWork: BeginWork;
};
type Place = { library_id: string; folder_id: string | null };

/** Moves within and between libraries, and copies. */
function placeActions({
  writer,
  changes,
  moves,
  libraries,
  renditions,
  beginWork,
}: PlaceActionDependencies): OperationAction[] {
  const judgeRoom = async (transaction: Executor, libraryId: string, bytes: number) => {
    await lockLibrarySpace(transaction, libraryId);
    const { quotaBytes, usedBytes } = await libraries.room(transaction, libraryId);
    if (quotaBytes === null || usedBytes + bytes <= quotaBytes) return;
    const params = { free: megabytes(Math.max(quotaBytes - usedBytes, 0)), quota: megabytes(quotaBytes) };
    throw new AppError('libraryFull', { params });
  };
  return [
    ...resourceAction('place', {
      apply: async ({ transaction, target, actor }, { libraryId, folderId }) => {
        assertMayEdit(actor.principal, target);
        if (target.library_id === libraryId && target.folder_id === folderId) return { skip: 'asWanted' };
        await libraries.requirePlace(transaction, actor.principal, { libraryId, folderId });
        if (libraryId !== target.library_id)
          await judgeRoom(transaction, libraryId, await sizeOfVersions(transaction, target.id));
        const columns = { library_id: libraryId, folder_id: folderId };
        const record = { action: 'resource.placed', quiet: true };
        const version = await changes.write(transaction, actor, target, columns, record);
        return { before: beforeOf(target, columns), version };
      },
      undo: async ({ transaction, target, actor }, before) => {
        assertMayEdit(actor.principal, target);
        const place = before as Place;
        if (!(await isPlace(transaction, place))) return { skip: 'placeGone' };
        const record = { action: 'resource.changeUndone', quiet: true };
        return { before: place, version: await changes.write(transaction, actor, target, place, record) };
      },
    }),
    ...resourceAction('copy', {
      undoesAnyVersion: true,
      apply: async ({ transaction, target, actor }, { libraryId, folderId }) => {
        if (target.state === 'trashed') throw new AppError('inTrash');
        await requireOriginal(transaction, actor.principal, target.id);
        await libraries.requirePlace(transaction, actor.principal, { libraryId, folderId });
        await judgeRoom(transaction, libraryId, target.size_bytes);
        const place = { libraryId, folderId, writer, renditions, beginWork };
        const copyId = await copyResource(transaction, actor, target, place);
        return { before: { copyId }, version: target.version };
      },
      // The copy goes to Trash, with any work done on it.
      undo: async ({ transaction, target, actor }, before) => {
        const { copyId } = before as { copyId: string };
        const copy: LockedResource = await lockReadable(transaction, actor.principal, copyId);
        if (copy.version !== 1) return { skip: 'changedSince' };
        resolveMove(actor.principal, copy, 'trash', { reviewBeforePublish: false });
        await moves.move(transaction, actor, copy, { move: 'trash' }, { quiet: true });
        return { before, version: target.version };
      },
    }),
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

type PlaceTarget = { libraryId: string; folderId: string | null } & Pick<
  PlaceActionDependencies,
  'writer' | 'renditions' | 'beginWork'
>;

/**
 * Creates a copy owned by this person, with the same current file and metadata, unpublished. The file content is
 * stored only once.
 */
async function copyResource(
  transaction: Executor,
  context: SignedInContext,
  original: LockedResource,
  { libraryId, folderId, writer, renditions, beginWork }: PlaceTarget,
): Promise<string> {
  const { userId, departmentId } = context.principal;
  const id = newId();
  const versionId = newId();
  await writer.copy(transaction, original, { id, ownerId: userId, departmentId, libraryId, folderId, versionId });
  const made = { id: versionId, resourceId: id, number: 1, by: userId, fromNumber: null };
  const { thumbnailId } = await copyVersion(transaction, renditions, original.version_id, made);
  await sql`update resources set thumbnail_id = ${thumbnailId} where id = ${id}`.execute(transaction);
  await beginWork(transaction, { versionId, resourceId: id, copyOf: original.version_id });
  await recordActivity(transaction, context, {
    action: 'resource.copied',
    objectType: 'resource',
    objectId: id,
    after: { title: original.title, copyOf: original.id, libraryId },
  });
  return id;
}
