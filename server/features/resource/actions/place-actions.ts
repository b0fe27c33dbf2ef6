import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { requireOriginal } from '../../../platform/masks/require-original.ts';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import { holdRoom } from '../../../platform/storage/hold-room.ts';
import type { LibraryService } from '../../library/library.service.ts';
import { copyResource } from '../copy-resource.ts';
import { isPlace, sizeOfVersions } from '../place.repository.ts';
import { judgeEdit, judgeMove } from '../resource.policy.ts';
import { type LockedResource, lockReadable } from '../resource.repository.ts';
import { beforeOf, type ResourceChangeService } from '../resource-change.service.ts';
import type { BeginWork } from '../resource-intake.service.ts';
import type { ResourceMoveService } from '../resource-move.service.ts';
import { resourceAction } from './resource-action.ts';

export type PlaceActionParts = {
  changes: ResourceChangeService;
  moves: ResourceMoveService;
  libraries: Pick<LibraryService, 'requirePlace' | 'room'>;
  beginWork: BeginWork;
};
type Place = { library_id: string; folder_id: string | null };

/** Moving within and between libraries, and copying. */
export function placeActions({ changes, moves, libraries, beginWork }: PlaceActionParts): OperationAction[] {
  const judgeRoom = async (transaction: Executor, libraryId: string, bytes: number) => {
    await holdRoom(transaction, libraryId);
    const { quotaBytes, usedBytes } = await libraries.room(transaction, libraryId);
    if (quotaBytes === null || usedBytes + bytes <= quotaBytes) return;
    const params = { free: megabytes(Math.max(quotaBytes - usedBytes, 0)), quota: megabytes(quotaBytes) };
    throw new AppError('libraryFull', { params });
  };
  return [
    ...resourceAction('place', {
      apply: async ({ transaction, target, actor }, { libraryId, folderId }) => {
        judgeEdit(actor.principal, target);
        if (target.library_id === libraryId && target.folder_id === folderId) return { skip: 'asWanted' };
        await libraries.requirePlace(transaction, actor.principal, { libraryId, folderId });
        if (libraryId !== target.library_id)
          await judgeRoom(transaction, libraryId, await sizeOfVersions(transaction, target.id));
        const columns = { library_id: libraryId, folder_id: folderId };
        const telling = { action: 'resource.placed', quiet: true };
        const version = await changes.write(transaction, actor, target, columns, telling);
        return { before: beforeOf(target, columns), version };
      },
      undo: async ({ transaction, target, actor }, before) => {
        judgeEdit(actor.principal, target);
        const place = before as Place;
        if (!(await isPlace(transaction, place))) return { skip: 'placeGone' };
        const telling = { action: 'resource.changeUndone', quiet: true };
        return { before: place, version: await changes.write(transaction, actor, target, place, telling) };
      },
    }),
    ...resourceAction('copy', {
      undoesAnyVersion: true,
      apply: async ({ transaction, target, actor }, { libraryId, folderId }) => {
        if (target.state === 'trashed') throw new AppError('inTrash');
        await requireOriginal(transaction, actor.principal, target.id);
        await libraries.requirePlace(transaction, actor.principal, { libraryId, folderId });
        await judgeRoom(transaction, libraryId, target.size_bytes);
        const copyId = await copyResource(transaction, actor, target, { libraryId, folderId, beginWork });
        return { before: { copyId }, version: target.version };
      },
      // Whatever was made of the copy meanwhile is not lost: it lies in the trash.
      undo: async ({ transaction, target, actor }, before) => {
        const { copyId } = before as { copyId: string };
        const copy: LockedResource = await lockReadable(transaction, actor.principal, copyId);
        if (copy.version !== 1) return { skip: 'changedSince' };
        judgeMove(actor.principal, copy, 'trash', { reviewBeforePublish: false });
        await moves.move(transaction, actor, copy, { move: 'trash' }, { quiet: true });
        return { before, version: target.version };
      },
    }),
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
