import type { OutputOf, QueryOf } from '@lectern/contract/endpoint.ts';
import type { listPortalCourses, PortalChapter, PortalCourse } from '@lectern/contract/portal/portal-course.ts';
import type { PortalRendition, PortalResource, PortalSummary } from '@lectern/contract/portal/portal-resource.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { PortalContext } from '../../platform/http/request-context.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { listColumnsOf } from './column.repository.ts';
import { listChapters, listCourses, listPlacedCards, readCourses } from './course.repository.ts';
import { presentCard, presentCourse, presentRendition } from './portal.presenter.ts';
import { linksFor } from './portal.service.ts';
import { isInstantKey, parsePortalCursor, printPortalCursor } from './portal-cursor.ts';
import type { PortalDependencies, PublishedSummary } from './portal-dependencies.ts';
import {
  findDetail,
  findShownFile,
  isWithinSubject,
  listShownRenditions,
  listShownSubtitles,
} from './resource.repository.ts';

export class PortalDetailService {
  readonly #dependencies: PortalDependencies;

  constructor(dependencies: PortalDependencies) {
    this.#dependencies = dependencies;
  }

  async resource(context: PortalContext, id: string): Promise<PortalResource> {
    const { db, signer, shownTo, publishedSummary } = this.#dependencies;
    const isPublic = shownTo(context.apiKey).resource;
    const row = await findDetail(db, id, isPublic);
    if (!row) throw new AppError('notFound');
    const [columns, renditions, file, subtitles, summary, links] = await Promise.all([
      listColumnsOf(db, id),
      listShownRenditions(db, { resourceId: id, after: null }, isPublic),
      findShownFile(db, id, isPublic),
      listShownSubtitles(db, id, isPublic),
      publishedSummary(id),
      linksFor(signer, context),
    ]);
    return {
      ...presentCard(row, links),
      source: row.source,
      columns,
      renditions: renditions.map((rendition) => presentRendition(rendition, links)),
      file: file
        ? {
            name: file.name,
            contentType: file.content_type,
            sizeBytes: file.size_bytes,
            media: links?.('file', file.version_id) ?? null,
          }
        : null,
      subtitles: subtitles.map(({ id: subtitleId, language, label, is_default: isDefault }) => {
        return { id: subtitleId, language, label, isDefault, media: links?.('subtitle', subtitleId) ?? null };
      }),
      summary: summary ? presentSummary(summary) : null,
    };
  }

  async pages(context: PortalContext, id: string, after: number): Promise<PortalRendition[]> {
    const { db, signer, shownTo } = this.#dependencies;
    const isPublic = shownTo(context.apiKey).resource;
    if (!(await findDetail(db, id, isPublic))) throw new AppError('notFound');
    const pages = await listShownRenditions(db, { resourceId: id, after }, isPublic);
    const links = await linksFor(signer, context);
    return pages.map((page) => presentRendition(page, links));
  }

  async courses(
    context: PortalContext,
    query: QueryOf<typeof listPortalCourses>,
  ): Promise<OutputOf<typeof listPortalCourses>> {
    const { db, signer, shownTo } = this.#dependencies;
    const shown = shownTo(context.apiKey);
    const after = parsePortalCursor('courses', query.cursor, isInstantKey);
    const course = all([
      shown.course,
      ...(query.subject ? [isWithinSubject('courses.subject_id', query.subject)] : []),
      ...(query.college ? [sql`courses.college_id = ${query.college}`] : []),
      ...(query.term ? [sql`lower(courses.term) = lower(${query.term})`] : []),
      ...(query.audience ? [sql`courses.audience = ${query.audience}`] : []),
      ...(query.text ? [sql`strpos(courses.search_text, lower(${query.text})) > 0`] : []),
    ]);
    const rows = await listCourses(db, { ...shown, course }, { after, limit: query.size + 1 });
    const links = await linksFor(signer, context);
    const listed = rows.slice(0, query.size);
    const last = listed.at(-1);
    return {
      courses: listed.map((row) => presentCourse(row, links)),
      next: last && rows.length > query.size ? printPortalCursor('courses', last) : null,
    };
  }

  async course(context: PortalContext, id: string): Promise<PortalCourse> {
    const { db, signer, shownTo } = this.#dependencies;
    const shown = shownTo(context.apiKey);
    const course = (await readCourses(db, [id], shown)).get(id);
    if (!course) throw new AppError('notFound');
    const [chapters, places, links] = await Promise.all([
      listChapters(db, id, shown.chapter),
      listPlacedCards(db, id, shown.resource),
      linksFor(signer, context),
    ]);
    return {
      ...presentCourse(course, links),
      chapters: chapters.map(
        (chapter): PortalChapter => ({
          id: chapter.id,
          parentId: chapter.parent_id,
          title: chapter.title,
          goals: chapter.goals,
          body: chapter.body,
          availableUntil: chapter.available_until?.toISOString() ?? null,
          resources: places
            .filter((place) => place.chapter_id === chapter.id)
            .map((place) => ({
              id: place.place_id,
              required: place.required,
              startMs: place.start_ms,
              endMs: place.end_ms,
              note: place.note,
              resource: presentCard(place, links),
            })),
        }),
      ),
    };
  }
}

function presentSummary({ language, outOfDate, content }: PublishedSummary): PortalSummary {
  const placeOf = ({ page, startMs }: { page: number | null; startMs: number | null }) => ({ page, startMs });
  return {
    language,
    outOfDate,
    sentences: content.short.map(({ text, passages }) => ({ text, places: passages.map(placeOf) })),
    outline: content.outline.map(({ title, level, place }) => ({ title, level, place: place && placeOf(place) })),
    keywords: content.keywords,
    chapters: content.chapters,
    questions: content.questions,
  };
}
