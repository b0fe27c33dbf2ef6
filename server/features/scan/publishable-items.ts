import type { ScanSource } from '@lectern/contract/features/scan.ts';
import { publishableColumn } from '../column/public.ts';
import { publishableChapter, publishableCourse } from '../course/public.ts';
import { publishableHomePage } from '../home-page/public.ts';
import { publishableSubject } from '../organisation/public.ts';
import type { PublishableItem } from '../publication/public.ts';
import type { ReviewedScans } from '../review/public.ts';
import { scanCommands, updateWithheld } from './scans.repository.ts';

/** Everything besides resources that can be published; all of it is scanned. */
export const publishableItems: readonly PublishableItem[] = [
  publishableCourse,
  publishableChapter,
  publishableSubject,
  publishableColumn,
  publishableHomePage,
];

export const reviewedScans: ReviewedScans = {
  ...scanCommands,
  async withhold(transaction, { id, type }, withheld) {
    await updateWithheld(transaction, id, withheld);
    await publishableItems.find((item) => item.type === type)?.withhold?.(transaction, id, withheld);
  },
};

/** Scan sources of resource texts, which the scan reads directly. */
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
  // An excerpt of any of the other texts.
  'moment.text': 'document',
};
