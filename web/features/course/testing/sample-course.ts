import type { ChapterView, ShelfItem } from '@lectern/contract/features/chapter.ts';
import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import type { CourseDetailView, CourseRow } from '@lectern/contract/features/course.ts';
import type { Catalogue, CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import { sampleResource } from '../../../components/resource/testing/sample-resource.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const courseId = idOf(1);
export const editor = sampleUser({ id: idOf(900), roleId: 2 });
const time = '2026-01-01T10:00:00.000Z';

export function sampleRow(change: Partial<CourseRow> = {}): CourseRow {
  return {
    id: courseId,
    name: 'Cell biology',
    code: 'BIO-1',
    term: '2026-autumn',
    language: 'en',
    audience: 'campus',
    cover: null,
    subject: { id: idOf(20), name: 'Biology' },
    college: { id: idOf(10), name: 'Science' },
    department: null,
    teachers: ['Li Wei', 'Anna Schmidt'],
    owner: { id: editor.id, name: editor.name },
    state: 'draft',
    stateReason: null,
    withheld: false,
    stateSince: time,
    publishedAt: null,
    availableFrom: null,
    availableUntil: null,
    counts: {
      chapters: 2,
      resources: 4,
      missing: 1,
      withoutText: 0,
      withoutSubtitles: 2,
      sensitive: 0,
      completeness: 25,
    },
    inScope: true,
    createdAt: time,
    updatedAt: time,
    version: 3,
    ...change,
  };
}

export function sampleCourse(change: Partial<CourseDetailView> = {}): CourseDetailView {
  return {
    ...sampleRow(),
    description: '',
    people: [
      { id: idOf(40), userId: idOf(41), name: 'Li Wei', part: 'teacher' },
      { id: idOf(42), userId: null, name: 'Anna Schmidt', part: 'teacher' },
    ],
    createdBy: null,
    stateBy: null,
    catalogueVersion: 5,
    moves: ['submit', 'publish', 'trash'],
    mayEdit: true,
    ...change,
  };
}

export function sampleNode(number: number, change: Partial<CatalogueNode> = {}): CatalogueNode {
  return {
    id: idOf(100 + number),
    parentId: null,
    title: `Chapter ${number}`,
    number: String(number),
    visible: true,
    availableFrom: null,
    availableUntil: null,
    resources: 0,
    resourcesBelow: 0,
    required: 0,
    warnings: 0,
    warningsBelow: 0,
    problems: [],
    version: 1,
    ...change,
  };
}

export function sampleCatalogue(chapters: CatalogueNode[], change: Partial<Catalogue> = {}): Catalogue {
  return { courseId, version: 5, mayEdit: true, chapters, ...change };
}

export function sampleItem(number: number, change: Partial<ChapterItem> = {}): ChapterItem {
  return {
    id: idOf(200 + number),
    chapterId: idOf(101),
    resource: {
      id: idOf(300 + number),
      kind: 'document',
      title: `Resource ${number}`,
      state: 'published',
      format: 'pdf',
      thumbnail: null,
      durationSeconds: null,
      pageCount: 4,
      readable: true,
    },
    required: true,
    startMs: null,
    endMs: null,
    note: '',
    problems: [],
    ...change,
  };
}

export function sampleChapter(change: Partial<ChapterView> = {}): ChapterView {
  return {
    id: idOf(101),
    title: 'Chapter 1',
    goals: '',
    body: '',
    visible: true,
    availableFrom: null,
    availableUntil: null,
    number: '1',
    course: { id: courseId, name: 'Cell biology', state: 'draft', catalogueVersion: 5 },
    ancestors: [],
    children: [],
    previous: null,
    next: { id: idOf(102), number: '2', title: 'Chapter 2' },
    items: [],
    problems: [],
    mayEdit: true,
    createdAt: time,
    updatedAt: time,
    version: 2,
    ...change,
  };
}

export function sampleShelf(number: number, change: Partial<ShelfItem> = {}): ShelfItem {
  return { ...sampleResource(number), id: idOf(300 + number), title: `Resource ${number}`, usedIn: [], ...change };
}
