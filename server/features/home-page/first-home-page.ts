import { defaultAudience } from '@lectern/contract/audience.ts';
import { firstSlotNames } from '@lectern/contract/features/first-slots.ts';
import type { HomeRule } from '@lectern/contract/features/home-page.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { lockHomePage, readContent, updateHomePage, writeContent } from './home-content.repository.ts';
import type { ContentEntry, ContentSlot, HomeContent } from './home-content.ts';
import { insertVersion } from './home-version.repository.ts';

const rule: HomeRule = { of: 'resource', days: 30, kinds: [], subjectId: null, places: 8 };

/**
 * Gives a new installation a published home page with rule-filled slots, so the public site is useful from the first
 * day and editors have something to start from.
 */
export async function ensureHomePage(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { version, published_number: number } = await lockHomePage(transaction);
    const before = await readContent(transaction);
    if (version !== 1 || number !== null || before.slots.length > 0) return;
    const content = firstContent();
    await writeContent(transaction, before, content);
    const published = await insertVersion(transaction, { content, note: '', fromNumber: null, publishedBy: null });
    await updateHomePage(transaction, { version: version + 1, published_number: published });
  });
}

function firstContent(): HomeContent {
  return {
    slots: [
      { ...slot('banner', firstSlotNames.banner, 5), fallback: { ...rule, source: 'newest', places: 3 } },
      { ...slot('picks', firstSlotNames.picks, 8), fallback: { ...rule, source: 'mostViewed' } },
      { ...slot('newest', firstSlotNames.newest, 8), entries: [byRule('newest', rule)] },
      { ...slot('most-viewed', firstSlotNames.mostViewed, 8), entries: [byRule('mostViewed', rule)] },
      {
        ...slot('courses', firstSlotNames.courses, 6),
        entries: [byRule('newest', { ...rule, of: 'course', places: 6 })],
      },
    ],
  };
}

function slot(key: string, name: string, capacity: number): ContentSlot {
  return { id: newId(), key, name, capacity, fallback: null, visible: true, entries: [] };
}

function byRule(source: 'newest' | 'mostViewed', wanted: HomeRule): ContentEntry {
  const nothing = { resourceId: null, courseId: null, columnId: null, title: null, coverFileId: null };
  const always = { audience: defaultAudience, startsAt: null, endsAt: null, paused: false } as const;
  return { id: newId(), source, rule: wanted, ...nothing, ...always, addedBy: null, addedAt: new Date().toISOString() };
}
