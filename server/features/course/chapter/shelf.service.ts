import type { ShelfItem } from '@lectern/contract/features/chapter.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { sql } from 'kysely';
import { wordsOf } from '../../../engines/summary/words-of.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { type Condition, preparedFor } from '../../../platform/list/list-source.ts';
import type { DeliveredFile } from '../../../platform/storage/delivered-file.ts';
import { findsPassages, passageWords } from '../../passage/public.ts';
import type { ResourceRows } from '../../resource/public.ts';
import { numberChapters } from '../catalogue/catalogue.presenter.ts';
import { listPlaces } from '../catalogue/catalogue.repository.ts';
import { mayEdit } from '../course.policy.ts';
import { findReadable } from '../course.repository.ts';
import {
  type Candidate,
  getChapter,
  listFitting,
  listHolding,
  listLatest,
  type StoredChapter,
} from './chapter.repository.ts';

type Dependencies = { db: Db; resources: ResourceRows };
type ShelfSearch = { search: string; kind?: ResourceKind | undefined; offset: number; size: number };

/** Limit for matches by title, and separately for matches by text. */
const foundEach = 200;
const suggestedAtMost = 20;
/** A match in the title weighs more than one in the text. */
const weights = { title: 3, text: 1 } as const;

/** Finds resources to add to a chapter, by search or as suggestions. */
export class ShelfService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async search(principal: Principal, chapterId: string, { search, kind, offset, size }: ShelfSearch) {
    const { db, resources } = this.#dependencies;
    const chapter = await getChapter(db, chapterId);
    await findReadable(db, principal, chapter.course_id);
    const readable = resources.readable(principal);
    const found = search
      ? await this.#find(search, { readable, kind, limit: foundEach })
      : await listLatest(db, { readable, kind, limit: offset + size + 1 });
    const page = found.slice(offset, offset + size).map(({ id }) => id);
    return { rows: await this.#present(principal, chapter, page), more: found.length > offset + size };
  }

  async suggest(principal: Principal, chapterId: string) {
    const { db, resources } = this.#dependencies;
    const chapter = await getChapter(db, chapterId);
    const course = await findReadable(db, principal, chapter.course_id);
    const words = suggestionWords([chapter.title, chapter.goals, course.name]);
    const wanted = { readable: resources.readable(principal), limit: 50 };
    const scores = new Map<string, { score: number; found: Candidate }>();
    const note = (weight: number) => (found: Candidate) => {
      const score = (scores.get(found.id)?.score ?? 0) + weight;
      scores.set(found.id, { score, found });
    };
    for (const word of words) {
      const [title, text] = await this.#meanings(word);
      for (const found of await listFitting(db, title, wanted)) note(weights.title)(found);
      for (const found of await listFitting(db, text, wanted)) note(weights.text)(found);
    }
    const used = await listHolding(db, course.id, [...scores.keys()]);
    for (const { resourceId } of used) scores.delete(resourceId);
    const best = [...scores.values()]
      .toSorted(
        (one, other) =>
          Number(other.found.state === 'published') - Number(one.found.state === 'published') ||
          other.score - one.score,
      )
      .slice(0, suggestedAtMost)
      .map(({ found }) => found.id);
    return { words, rows: await this.#present(principal, chapter, best) };
  }

  async #meanings(text: string) {
    const { db, resources } = this.#dependencies;
    const prepared = await preparedFor(db, resources.source, { tab: 'all', search: text });
    return [prepared.search(text), await findsPassages(db, { words: passageWords(text) })] as const;
  }

  /** Published resources first; within each group, title matches before text matches. */
  async #find(text: string, wanted: Parameters<typeof listFitting>[2]): Promise<Candidate[]> {
    const [title, passages] = await this.#meanings(text);
    const byTitle = await listFitting(this.#dependencies.db, title, wanted);
    const byText = await listFitting(this.#dependencies.db, passages, wanted);
    const all = new Map([...byTitle, ...byText].map((found) => [found.id, found]));
    const isPublished = (found: Candidate) => found.state === 'published';
    const found = [...all.values()];
    return [...found.filter(isPublished), ...found.filter((one) => !isPublished(one))];
  }

  /** Includes the chapters of the course that already contain each resource. */
  async #present(principal: Principal, chapter: StoredChapter, ids: readonly string[]): Promise<ShelfItem[]> {
    const { db, resources } = this.#dependencies;
    const courseId = chapter.course_id;
    const rows = await resources.read(db, principal, ids);
    const holding = await listHolding(db, courseId, ids);
    const steps = numberChapters(await listPlaces(db, courseId)).map(({ row, number }) => ({
      id: row.id,
      number,
      title: row.title,
    }));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      if (!row) return [];
      const held = holding.filter(({ resourceId }) => resourceId === id).map(({ chapterId }) => chapterId);
      const thumbnail = asOfShelf(row.thumbnail, chapter.id, id);
      return [{ ...row, thumbnail, usedIn: steps.filter((step) => held.includes(step.id)) }];
    });
  }
}

/** How many words suggestions are searched with. */
const mostWords = 8;
/** Words of course titles and goals that say nothing about the topic, beside the stop words. */
const idle = new Set(
  `able basics chapter describe explain introduction learn learners lesson overview part students summary understand
  understanding unit 掌握 理解 了解 学习 章节 单元 概述 小结`.split(/\s+/),
);

/** The words worth searching for, taken from the first texts first. */
function suggestionWords(texts: readonly string[]): string[] {
  const words = texts
    .flatMap((text) => wordsOf(text).map((word) => word.text.toLowerCase()))
    .filter((word) => [...word].length > 1 && !idle.has(word));
  return [...new Set(words)].slice(0, mostWords);
}

type PictureDependencies = {
  db: Db;
  /** Which resources this person may read, regardless of page permissions. */
  readable(principal: Principal): Condition;
  /** The current rendition, with masked content covered. */
  rendition(ids: { resourceId: string; renditionId: string }, readable: Condition): Promise<DeliveredFile | undefined>;
};
type Ids = { id: string; resourceId: string; renditionId: string };

/** Thumbnails of candidate resources for people who may open courses but not resources. */
export class ShelfPictureService {
  readonly #dependencies: PictureDependencies;

  constructor(dependencies: PictureDependencies) {
    this.#dependencies = dependencies;
  }

  async get(principal: Principal, { id, resourceId, renditionId }: Ids): Promise<DeliveredFile> {
    const { db, readable, rendition } = this.#dependencies;
    const chapter = await getChapter(db, id);
    const course = await findReadable(db, principal, chapter.course_id);
    if (!mayEdit(principal, course)) throw new AppError('notFound');
    const shown = sql<boolean>`(resources.thumbnail_id = ${renditionId}::uuid and resources.state <> 'trashed'
      and ${readable(principal)})`;
    const found = await rendition({ resourceId, renditionId }, shown);
    if (!found) throw new AppError('notFound');
    return found;
  }
}

/** Rewrites the resource list's thumbnail URL to one below the chapter. */
function asOfShelf(thumbnail: string | null, chapterId: string, resourceId: string): string | null {
  return thumbnail && `/chapters/${chapterId}/shelf/${resourceId}/${thumbnail.split('/').at(-1)}`;
}
