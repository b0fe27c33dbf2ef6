import type { Executor } from '../../platform/db/database.ts';
import { type PublishableItem, type PublishableText, publishableTexts } from '../publication/public.ts';
import { readContent } from './home-content.repository.ts';
import type { HomeContent } from './home-content.ts';
import { readThings } from './home-thing.repository.ts';
import { findPublished } from './home-version.repository.ts';

/**
 * A slot or an entry of the home page, as it is published and as it is in the draft: what readers get must be clean, and so
 * must what is published next.
 */
export const publishableHomePage: PublishableItem = {
  type: 'homePage',
  portal: { 'home.slots.name': 'title', 'home.slots.key': 'details', 'home.slots.items.title': 'title' },
  async read(db, id) {
    const contents = [(await findPublished(db))?.content, await readContent(db)].flatMap((content) => content ?? []);
    const found = contents.flatMap((content) => textsOf(content, id));
    const named = found.at(-1);
    if (!named) return undefined;
    const texts = new Map(found.flatMap((one) => one.texts).map((one) => [`${one.source} ${one.text}`, one]));
    const covers = found.flatMap((one) => one.coverFileId ?? []);
    const title = named.title ?? (await titleOf(db, contents, id));
    return { title, language: null, departmentId: null, ownerId: null, live: true, texts: [...texts.values()], covers };
  },
};

type NamedTexts = { title: string | null; texts: PublishableText[]; coverFileId: string | null };

function textsOf({ slots }: HomeContent, id: string): NamedTexts[] {
  return slots.flatMap((slot): NamedTexts[] => {
    if (slot.id === id) {
      const texts = publishableTexts([
        ['title', slot.name],
        ['details', slot.key],
      ]);
      return [{ title: slot.name, texts, coverFileId: null }];
    }
    const entry = slot.entries.find((one) => one.id === id);
    if (!entry) return [];
    const { title, coverFileId } = entry;
    return [{ title, texts: publishableTexts([['title', title]]), coverFileId }];
  });
}

/** An entry without a title of its own is called like what it shows. */
async function titleOf(db: Executor, contents: readonly HomeContent[], id: string): Promise<string> {
  const entry = contents.flatMap(({ slots }) => slots.flatMap(({ entries }) => entries)).find((one) => one.id === id);
  const only = (thing: string | null | undefined) => (thing ? [thing] : []);
  const things = await readThings(db, {
    resources: only(entry?.resourceId),
    courses: only(entry?.courseId),
    columns: only(entry?.columnId),
  });
  return [...things.values()][0]?.title ?? '';
}
