import type { ScanSource } from '@lectern/contract/features/scan.ts';
import { publishableColumn } from './features/column/column-publishable.ts';
import { publishableChapter, publishableCourse } from './features/course/course-publishable.ts';
import { publishableHomePage } from './features/home-page/home-publishable.ts';
import { publishableSubject } from './features/organisation/subject/subject-publishable.ts';
import type { PublishableItem } from './platform/publication/publishable-item.ts';

/** Part of the container: the one list of what can be published besides resources. All of it is scanned. */
export const publishableItems: readonly PublishableItem[] = [
  publishableCourse,
  publishableChapter,
  publishableSubject,
  publishableColumn,
  publishableHomePage,
];

/** The same for resources, whose texts the scan reads directly. */
export const resourceTexts: Readonly<Record<string, ScanSource>> = {
  'resource.title': 'title',
  'resource.description': 'description',
  'resource.author': 'details',
  'resource.source': 'details',
  'resource.licence': 'details',
  'resource.altText': 'details',
  'resource.tags': 'tags',
  'resource.file.name': 'fileName',
  'subtitle.label': 'details',
  'summary.sentences.text': 'summary',
  'summary.outline.title': 'summary',
  'summary.keywords': 'summary',
  'summary.chapters.title': 'summary',
  'summary.questions': 'summary',
  // A piece of any of the others.
  'moment.text': 'document',
};
