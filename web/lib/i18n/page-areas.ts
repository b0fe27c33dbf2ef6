import type { Language } from '@lectern/contract/language.ts';
import type { AppMessages, CoreMessages, Messages, PageArea } from '@lectern/contract/messages/messages.ts';

export type { PageArea };

const catalogue = import.meta.glob<Partial<Messages>>([
  '../../../contract/messages/*/*.ts',
  '!../../../contract/messages/*/all.ts',
]);

/** A file of the catalogue, by the language it is in and the area it is of. */
async function load<Content>(language: Language, area: string): Promise<Content> {
  const file = area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const fetch = catalogue[`../../../contract/messages/${language}/${file}.ts`];
  if (!fetch) throw new Error(`There are no texts of ${area} in ${language}`);
  return (await fetch()) as Content;
}

export async function fetchCore(language: Language): Promise<CoreMessages> {
  return (await load<Pick<Messages, 'core'>>(language, 'core')).core;
}

export async function fetchApp(language: Language): Promise<AppMessages> {
  return load<AppMessages>(language, 'app');
}

/** What single pages say: each area comes with the pages that name it. */
export async function fetchAreas(areas: Iterable<PageArea>, language: Language): Promise<Partial<Messages>> {
  const fetched = await Promise.all(
    [...areas].map(async (area) => [area, (await load<Partial<Messages>>(language, area))[area]] as const),
  );
  return Object.fromEntries(fetched);
}
