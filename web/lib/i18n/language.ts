import { defaultLanguage, type Language } from '@lectern/contract/language.ts';
import type { CoreMessages, Messages } from '@lectern/contract/messages/messages.ts';
import { createStore } from '../store.ts';
import { fetchApp, fetchAreas, fetchCore, type PageArea } from './page-areas.ts';

/**
 * The dictionary in use. `core` serves the login page alone; `texts` is everything and comes with the app, but for what
 * single pages say: each area of that is there from when the first page asked for it.
 */
type Dictionary = { language: Language; core: CoreMessages | null; texts: Messages | null };

export const dictionary = createStore<Dictionary>({ language: defaultLanguage, core: null, texts: null });

let wantsApp = false;
const wantedAreas = new Set<PageArea>();
let wanted: Language = defaultLanguage;
let latest: Promise<void> = Promise.resolve();

/** The last language asked for wins, however late an earlier dictionary arrives. Settles with the last one. */
function load(language: Language): Promise<void> {
  wanted = language;
  const own: Promise<void> = fetchTexts(language).then(
    (fetched) => {
      if (latest === own) dictionary.set({ language, ...fetched });
    },
    (error: unknown) => {
      if (latest === own) {
        wanted = dictionary.get().language;
        latest = Promise.resolve();
      }
      throw error;
    },
  );
  latest = own;
  return settled();
}

async function settled(): Promise<void> {
  let waitedFor: Promise<void>;
  do {
    waitedFor = latest;
    await waitedFor;
  } while (waitedFor !== latest);
}

async function fetchTexts(language: Language): Promise<Pick<Dictionary, 'core' | 'texts'>> {
  if (!wantsApp) return { core: await fetchCore(language), texts: null };
  const [core, app, more] = await Promise.all([
    fetchCore(language),
    fetchApp(language),
    fetchAreas(wantedAreas, language),
  ]);
  return { core, texts: { core, ...app, ...more } as Messages };
}

/** What the login page and failures need. */
export function loadCoreTexts(language: Language): Promise<void> {
  return load(language);
}

/** All texts, from now on; the app waits for them before it renders. */
export async function loadAppTexts(language: Language = wanted): Promise<void> {
  wantsApp = true;
  if (wanted !== language || !dictionary.get().texts) await load(language);
  else await settled();
}

/** What single pages say in these areas, from now on; such a page is not shown before. */
export async function loadPageTexts(...areas: PageArea[]): Promise<void> {
  const { texts } = dictionary.get();
  const missing = areas.filter((area) => !(texts && area in texts));
  for (const area of missing) wantedAreas.add(area);
  if (missing.length === 0) return settled();
  try {
    await load(wanted);
  } catch (error) {
    // Else every later page and language would wait for what did not arrive, and fail with it.
    for (const area of missing) wantedAreas.delete(area);
    throw error;
  }
}

/** Switches what is on screen. The texts that are there stay until the new ones have arrived. */
export async function setLanguage(language: Language): Promise<void> {
  if (wanted !== language || !dictionary.get().core) await load(language);
  else await settled();
}

export function currentLanguage(): Language {
  return dictionary.get().language;
}

export function currentCoreTexts(): CoreMessages {
  const { core } = dictionary.get();
  if (!core) throw new Error('Texts are asked for before the dictionary is loaded');
  return core;
}
