import type { ItemType, ScanSource } from '@lectern/contract/features/scan.ts';
import type { Executor } from '../../platform/db/database.ts';
import { publishableColumn } from '../column/public.ts';
import { publishableChapter, publishableCourse } from '../course/public.ts';
import { publishableHomePage } from '../home-page/public.ts';
import { publishableSubject } from '../organisation/public.ts';
import type { PublishableItem } from '../publication/public.ts';
import { updateWithheld } from './scans.repository.ts';

/** Everything that can be published besides resources. All of it is scanned. */
export const publishableItems: readonly PublishableItem[] = [
  publishableCourse,
  publishableChapter,
  publishableSubject,
  publishableColumn,
  publishableHomePage,
];

/** Withholds an item or shows it again; its own row says so too. */
export async function withholdItem(
  transaction: Executor,
  { id, type }: { id: string; type: ItemType },
  withheld: boolean,
): Promise<void> {
  await updateWithheld(transaction, id, withheld);
  await publishableItems.find((item) => item.type === type)?.withhold?.(transaction, id, withheld);
}

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
