import { mayOpenPath } from '@lectern/contract/access.ts';
import { homePagePath } from '@lectern/contract/features/home-page.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import type { ColumnService, HeldItem } from '../../column/column.service.ts';
import type { FavouriteService, KeptFavourite } from '../../favourite/favourite.service.ts';
import type { HomeDraftService } from '../../home-page/home-draft.service.ts';
import { resourceAction, type Work } from './resource-action.ts';

/** Chapters that take resources in, and give them back: judged by whom they belong to. */
type ChapterShelf = {
  put(
    transaction: Work['transaction'],
    actor: Work['actor'],
    wanted: { chapterId: string; resourceId: string; required: boolean },
  ): Promise<{ courseId: string; undo: string } | null>;
  takeBack(
    transaction: Work['transaction'],
    actor: Work['actor'],
    added: { courseId: string; undo: string },
  ): Promise<unknown>;
};

export type MarkActionParts = {
  chapters: () => ChapterShelf;
  columns: Pick<ColumnService, 'addItems' | 'removeItems' | 'restoreItems'>;
  favourites: Pick<FavouriteService, 'star' | 'unstar' | 'restore'>;
  homePage: Pick<HomeDraftService, 'recommend' | 'withdraw'>;
};

/** What others keep of a resource: columns that hold it, the home page that shows it, and one's own star. The resource itself stays as it is. */
export function markActions({ columns, favourites, homePage, chapters }: MarkActionParts): OperationAction[] {
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
        await chapters().takeBack(work.transaction, work.actor, before as { courseId: string; undo: string });
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
