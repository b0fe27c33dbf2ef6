import type { ChapterChange, ChapterView, chapterFields } from '@lectern/contract/features/chapter.ts';
import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import type { z } from 'zod';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError, invalidField } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { PublicRule } from '../../publication/public.ts';
import type { ResourceRows } from '../../resource/public.ts';
import { presentChapters } from '../catalogue/catalogue.presenter.ts';
import { listChapters, raiseCatalogueVersion } from '../catalogue/catalogue.repository.ts';
import type { CatalogueWriter } from '../catalogue/catalogue-writer.ts';
import { mayEdit } from '../course.policy.ts';
import { findReadable } from '../course.repository.ts';
import type { CourseAnnouncer } from '../course-change.service.ts';
import { listItems } from '../course-check.repository.ts';
import { type ChapterColumns, getChapter, type StoredChapter, updateChapter } from './chapter.repository.ts';
import { presentItem } from './chapter-items.presenter.ts';

type Dependencies = {
  db: Db;
  writer: CatalogueWriter;
  announcer: CourseAnnouncer;
  resources: ResourceRows;
  rule: PublicRule;
};

export class ChapterService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get(principal: Principal, id: string): Promise<ChapterView> {
    return this.view(this.#dependencies.db, principal, id);
  }

  async view(db: Executor, principal: Principal, id: string): Promise<ChapterView> {
    const chapter = await getChapter(db, id);
    const course = await findReadable(db, principal, chapter.course_id);
    const nodes = presentChapters(await listChapters(db, course.id, this.#dependencies.rule));
    const at = nodes.findIndex((node) => node.id === id);
    const node = nodes[at];
    if (!node) throw new AppError('notFound');
    return {
      id,
      title: chapter.title,
      goals: chapter.goals,
      body: chapter.body,
      visible: chapter.visible,
      availableFrom: node.availableFrom,
      availableUntil: node.availableUntil,
      number: node.number,
      course: {
        id: course.id,
        name: course.name,
        state: course.state,
        catalogueVersion: course.catalogue_version,
      },
      ancestors: ancestorsOf(nodes, node).map(stepOf),
      children: nodes.filter((one) => one.parentId === id).map(stepOf),
      previous: stepOrNull(nodes[at - 1]),
      next: stepOrNull(nodes[at + 1]),
      items: await this.items(db, principal, { courseId: course.id, chapterId: id }),
      problems: node.problems,
      mayEdit: mayEdit(principal, course),
      createdAt: chapter.created_at.toISOString(),
      updatedAt: chapter.updated_at.toISOString(),
      version: chapter.version,
    };
  }

  async items(
    db: Executor,
    principal: Principal,
    of: { courseId: string; chapterId?: string },
  ): Promise<ChapterItem[]> {
    const { resources, rule } = this.#dependencies;
    const items = await listItems(db, of, { rule, readable: resources.readable(principal) });
    const rows = await resources.read(
      db,
      principal,
      items.filter((item) => item.readable).map((item) => item.resource_id),
    );
    return items.map((item) => presentItem(item, rows.get(item.resource_id)));
  }

  /** All items of a course in tree order. */
  async courseItems(principal: Principal, courseId: string) {
    const { db, rule } = this.#dependencies;
    await findReadable(db, principal, courseId);
    const nodes = presentChapters(await listChapters(db, courseId, rule));
    const items = await this.items(db, principal, { courseId });
    return nodes.flatMap((node) =>
      items
        .filter((item) => item.chapterId === node.id)
        .map((item) => ({ ...item, chapterNumber: node.number, chapterTitle: node.title })),
    );
  }

  async update(
    context: SignedInContext,
    id: string,
    { version, ...edit }: ChapterEdit & { version: number },
  ): Promise<ChapterView> {
    const { db, announcer } = this.#dependencies;
    return db.transaction().execute(async (transaction) => {
      const { chapter, courseId } = await this.take(transaction, context, id);
      if (chapter.version !== version) throw new AppError('changedMeanwhile');
      const { columns, before, after } = chapterDifferences(chapter, edit);
      if (Object.keys(columns).length > 0) {
        const from = 'available_from' in columns ? columns.available_from : chapter.available_from;
        const until = 'available_until' in columns ? columns.available_until : chapter.available_until;
        if (from && until && from >= until) throw invalidField('availableUntil', 'endsFirst');
        await updateChapter(transaction, id, columns);
        await raiseCatalogueVersion(transaction, courseId);
        const change = { action: 'chapter.updated', objectType: 'chapter', objectId: id, before, after };
        await recordActivity(transaction, context, change);
        await announcer.changed(transaction, courseId);
      }
      return this.view(transaction, context.principal, id);
    });
  }

  /** Locks the course of a chapter that the person may change. */
  async take(
    transaction: Executor,
    context: SignedInContext,
    id: string,
  ): Promise<{ chapter: StoredChapter; courseId: string; course: Awaited<ReturnType<CatalogueWriter['take']>> }> {
    const found = await getChapter(transaction, id);
    const course = await this.#dependencies.writer.take(transaction, context, found.course_id);
    // Read again: the chapter may have been deleted while waiting for the lock.
    return { chapter: await getChapter(transaction, id), courseId: course.id, course };
  }

  async answer(transaction: Executor, principal: Principal, id: string, undo: string | null): Promise<ChapterChange> {
    return { chapter: await this.view(transaction, principal, id), undo };
  }
}

const stepOf = ({ id, number, title }: CatalogueNode) => ({ id, number, title });
const stepOrNull = (node: CatalogueNode | undefined) => (node ? stepOf(node) : null);

function ancestorsOf(nodes: readonly CatalogueNode[], node: CatalogueNode): CatalogueNode[] {
  const parent = nodes.find((one) => one.id === node.parentId);
  return parent ? [...ancestorsOf(nodes, parent), parent] : [];
}

type ChapterFields = z.output<z.ZodObject<typeof chapterFields>>;
type ChapterEdit = { [Name in keyof ChapterFields]?: ChapterFields[Name] | undefined };

const columnNames = {
  title: 'title',
  goals: 'goals',
  body: 'body',
  visible: 'visible',
  availableFrom: 'available_from',
  availableUntil: 'available_until',
} as const satisfies Record<keyof ChapterFields, keyof StoredChapter>;

/** Under the field names used by the API and activities. */
export function chapterValues(chapter: StoredChapter): ChapterFields {
  return {
    title: chapter.title,
    goals: chapter.goals,
    body: chapter.body,
    visible: chapter.visible,
    availableFrom: chapter.available_from?.toISOString() ?? null,
    availableUntil: chapter.available_until?.toISOString() ?? null,
  };
}

/** The columns to update for the given fields that differ, with before and after values for the activity. */
function chapterDifferences(chapter: StoredChapter, edit: ChapterEdit) {
  const values = chapterValues(chapter);
  const wanted: ChapterEdit = {
    ...edit,
    ...(edit.availableFrom && { availableFrom: new Date(edit.availableFrom).toISOString() }),
    ...(edit.availableUntil && { availableUntil: new Date(edit.availableUntil).toISOString() }),
  };
  const names = (Object.keys(columnNames) as (keyof ChapterFields)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== values[name],
  );
  const columns = Object.fromEntries(
    names.map((name) => {
      const value = wanted[name];
      return [columnNames[name], name.startsWith('available') && value ? new Date(String(value)) : value];
    }),
  ) as ChapterColumns;
  return {
    columns,
    before: Object.fromEntries(names.map((name) => [name, values[name]])),
    after: Object.fromEntries(names.map((name) => [name, wanted[name]])),
  };
}
