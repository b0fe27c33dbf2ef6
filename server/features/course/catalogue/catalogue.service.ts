import { type Catalogue, type CatalogueChange, catalogueLimits } from '@lectern/contract/features/course-catalogue.ts';
import { sql } from 'kysely';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import type { PublicRule } from '../../publication/public.ts';
import { mayEdit } from '../course.policy.ts';
import { findReadable, type LockedCourse } from '../course.repository.ts';
import { numberChapters, presentChapters, subtreeOf } from './catalogue.presenter.ts';
import {
  type ChapterPlace,
  deleteChapters,
  insertChapters,
  listChapters,
  placesBetween,
  renumber,
  updateChapters,
} from './catalogue.repository.ts';
import type { CatalogueUndo } from './catalogue-undo.ts';
import type { CatalogueEdit, CatalogueWriter, ItemPlacer } from './catalogue-writer.ts';

type Dependencies = { db: Db; writer: CatalogueWriter; undo: CatalogueUndo; items: ItemPlacer; rule: PublicRule };
type Place = { parentId: string | null; beforeId: string | null };
type Seen = { catalogueVersion: number };

/** The chapter tree of a course and all changes to it. */
export class CatalogueService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get(principal: Principal, courseId: string): Promise<Catalogue> {
    return this.#read(this.#dependencies.db, principal, courseId);
  }

  async #read(db: Executor, principal: Principal, courseId: string): Promise<Catalogue> {
    const course = await findReadable(db, principal, courseId);
    return {
      courseId,
      version: course.catalogue_version,
      mayEdit: mayEdit(principal, course),
      chapters: presentChapters(await listChapters(db, courseId, this.#dependencies.rule)),
    };
  }

  add(
    context: SignedInContext,
    courseId: string,
    { titles, catalogueVersion, ...place }: Place & Seen & { titles: readonly string[] },
  ): Promise<CatalogueChange> {
    const ids = titles.map(() => newId());
    return this.#change(context, courseId, catalogueVersion, ids, async (transaction, course) => {
      const places = await this.#dependencies.writer.places(transaction, course.id, [place.parentId, place.beforeId]);
      if (places.length + ids.length > catalogueLimits.chapters) {
        throw new AppError('tooMany', { params: { limit: catalogueLimits.chapters } });
      }
      requireDepth(places, place.parentId, 1);
      return {
        what: 'chaptersAdded',
        details: { titles },
        chapterIds: ids,
        work: async () => {
          const positions = await this.#positions(transaction, course.id, place, ids);
          const chapters = ids.map((id, at) => ({
            id,
            parentId: place.parentId,
            title: titles[at] ?? '',
            position: positions[at] ?? 0,
          }));
          await insertChapters(transaction, course.id, chapters);
        },
      };
    });
  }

  rename(
    context: SignedInContext,
    courseId: string,
    chapterId: string,
    { title, catalogueVersion }: Seen & { title: string },
  ): Promise<CatalogueChange> {
    return this.#change(context, courseId, catalogueVersion, [], async (transaction, course) => {
      const places = await this.#dependencies.writer.places(transaction, course.id, [chapterId]);
      const before = places.find((one) => one.id === chapterId)?.title;
      return {
        what: 'chapterRenamed',
        details: { from: before, to: title },
        chapterIds: [chapterId],
        work: async () => {
          if (before !== title) await updateChapters(transaction, [chapterId], { title });
        },
      };
    });
  }

  move(
    context: SignedInContext,
    courseId: string,
    { chapterIds, catalogueVersion, ...place }: Place & Seen & { chapterIds: readonly string[] },
  ): Promise<CatalogueChange> {
    return this.#change(context, courseId, catalogueVersion, [], async (transaction, course) => {
      const named = [place.parentId, place.beforeId, ...chapterIds];
      const places = await this.#dependencies.writer.places(transaction, course.id, named);
      const ids = rootsOf(places, chapterIds);
      const moving = subtreeOf(places, ids);
      if (place.parentId && moving.includes(place.parentId)) throw new AppError('intoItself');
      if (place.beforeId && ids.includes(place.beforeId)) throw invalidField('beforeId', 'movesItself');
      requireDepth(places, place.parentId, heightOf(places, moving));
      return {
        what: 'chaptersMoved',
        details: { titles: titlesOf(places, ids), into: titleOf(places, place.parentId) },
        chapterIds: ids,
        work: async () => {
          const positions = await this.#positions(transaction, course.id, place, ids);
          for (const [at, id] of ids.entries()) {
            await updateChapters(transaction, [id], { parent_id: place.parentId, position: positions[at] ?? 0 });
          }
        },
      };
    });
  }

  show(
    context: SignedInContext,
    courseId: string,
    { chapterIds, visible, catalogueVersion }: Seen & { chapterIds: readonly string[]; visible: boolean },
  ): Promise<CatalogueChange> {
    return this.#change(context, courseId, catalogueVersion, [], async (transaction, course) => {
      const places = await this.#dependencies.writer.places(transaction, course.id, chapterIds);
      return {
        what: visible ? 'chaptersShown' : 'chaptersHidden',
        details: { titles: titlesOf(places, chapterIds) },
        chapterIds,
        work: () => updateChapters(transaction, chapterIds, { visible }),
      };
    });
  }

  remove(
    context: SignedInContext,
    courseId: string,
    { chapterIds, catalogueVersion }: Seen & { chapterIds: readonly string[] },
  ): Promise<CatalogueChange> {
    return this.#change(context, courseId, catalogueVersion, [], async (transaction, course) => {
      const places = await this.#dependencies.writer.places(transaction, course.id, chapterIds);
      const going = subtreeOf(places, chapterIds);
      const itemIds = await this.#dependencies.items.idsIn(transaction, going);
      return {
        what: 'chaptersRemoved',
        details: { titles: titlesOf(places, chapterIds), chapters: going.length, resources: itemIds.length },
        chapterIds: going,
        itemIds,
        work: () => deleteChapters(transaction, going),
      };
    });
  }

  moveItems(
    context: SignedInContext,
    courseId: string,
    wanted: Seen & { itemIds: readonly string[]; chapterId: string; beforeId: string | null },
  ): Promise<CatalogueChange> {
    return this.#change(context, courseId, wanted.catalogueVersion, [], async (transaction, course) => {
      const places = await this.#dependencies.writer.places(transaction, course.id, [wanted.chapterId]);
      return {
        what: 'resourcesMoved',
        details: { count: wanted.itemIds.length, into: titleOf(places, wanted.chapterId) },
        itemIds: wanted.itemIds,
        work: () => this.#dependencies.items.place(transaction, course.id, wanted),
      };
    });
  }

  undo(context: SignedInContext, courseId: string, undo: string): Promise<CatalogueChange> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      const course = await this.#dependencies.writer.take(transaction, context, courseId);
      const back = await this.#dependencies.undo.apply(transaction, context, course, undo);
      return { ...back, catalogue: await this.#read(transaction, context.principal, courseId) };
    });
  }

  #change(
    context: SignedInContext,
    courseId: string,
    version: number,
    added: readonly string[],
    plan: (transaction: Executor, course: LockedCourse) => Promise<CatalogueEdit>,
  ): Promise<CatalogueChange> {
    const { db, writer } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const course = await writer.take(transaction, context, courseId, version);
      const edit = await plan(transaction, course);
      const undo = await writer.write(transaction, context, course, edit);
      return { catalogue: await this.#read(transaction, context.principal, courseId), chapterIds: [...added], undo };
    });
  }

  /** Positions before a sibling, or after the last one. */
  async #positions(
    transaction: Executor,
    courseId: string,
    { parentId, beforeId }: Place,
    ids: readonly string[],
  ): Promise<number[]> {
    const here = sql`course_id = ${courseId} and parent_id is not distinct from ${parentId}`;
    for (let tries = 0; ; tries += 1) {
      const { rows } = await sql<{ id: string; position: number }>`select id, position from chapters
        where ${here} order by position, id`.execute(transaction);
      const others = rows.filter((row) => !ids.includes(row.id));
      const at = beforeId ? others.findIndex((row) => row.id === beforeId) : others.length;
      if (at < 0) throw invalidField('beforeId', 'notAtPlace');
      const places = placesBetween(others[at - 1]?.position, others[at]?.position, ids.length);
      if (places) return places;
      if (tries > 0) throw new Error('Renumbering chapters left no room');
      await renumber(transaction, 'chapters', here);
    }
  }
}

const titleOf = (places: readonly ChapterPlace[], id: string | null) =>
  places.find((place) => place.id === id)?.title ?? null;
const titlesOf = (places: readonly ChapterPlace[], ids: readonly string[]) =>
  ids.slice(0, 20).map((id) => titleOf(places, id));

/** Drops chapters that move along with a selected ancestor. Returns ids in tree order. */
function rootsOf(places: readonly ChapterPlace[], ids: readonly string[]): string[] {
  const parents = new Map(places.map((place) => [place.id, place.parent_id]));
  const hasChosenAbove = (id: string): boolean => {
    const parent = parents.get(id);
    return parent ? ids.includes(parent) || hasChosenAbove(parent) : false;
  };
  return numberChapters(places)
    .map(({ row }) => row.id)
    .filter((id) => ids.includes(id) && !hasChosenAbove(id));
}

function heightOf(places: readonly ChapterPlace[], moving: readonly string[]): number {
  const levels = numberChapters(places).filter(({ row }) => moving.includes(row.id));
  const all = levels.map(({ level }) => level);
  return Math.max(...all) - Math.min(...all) + 1;
}

function requireDepth(places: readonly ChapterPlace[], parentId: string | null, height: number): void {
  const above = numberChapters(places).find(({ row }) => row.id === parentId)?.level ?? 0;
  if (above + height > catalogueLimits.depth) {
    throw new AppError('tooDeep', { params: { limit: catalogueLimits.depth } });
  }
}
