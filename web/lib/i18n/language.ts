import { defaultLanguage, type Language } from '@lectern/contract/language.ts';
import { createStore } from '../store.ts';
import type { CoreTexts } from './en/core.ts';
import type { Texts } from './en/texts.ts';

/** The dictionary in use. `core` serves the login page alone; `texts` is everything and comes with the app. */
type Dictionary = { language: Language; core: CoreTexts | null; texts: Texts | null };

export const dictionary = createStore<Dictionary>({ language: defaultLanguage, core: null, texts: null });

const coreOf: Record<Language, () => Promise<CoreTexts>> = {
  en: async () => (await import('./en/core.ts')).core,
  zh: async () => (await import('./zh/core.ts')).core,
};
const textsOf: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en/texts.ts')).texts,
  zh: async () => (await import('./zh/texts.ts')).texts,
};

/** The last language asked for wins, however late an earlier dictionary arrives. */
let latestRequest = 0;

async function load(language: Language, withApp: boolean): Promise<void> {
  latestRequest += 1;
  const request = latestRequest;
  const texts = withApp ? await textsOf[language]() : null;
  const core = texts ? texts.core : await coreOf[language]();
  if (request === latestRequest) dictionary.set({ language, core, texts });
}

export function loadCoreTexts(language: Language): Promise<void> {
  return load(language, false);
}

/** All texts in the current language; the app waits for them before it renders. */
export async function loadAppTexts(language: Language = dictionary.get().language): Promise<void> {
  const { texts, language: current } = dictionary.get();
  if (!texts || current !== language) await load(language, true);
}

/** Switches what is on screen. Texts that are loaded already stay until the new ones are there. */
export async function setLanguage(language: Language): Promise<void> {
  const { core, texts, language: current } = dictionary.get();
  if (core && current === language) return;
  await load(language, texts !== null);
}

export function currentLanguage(): Language {
  return dictionary.get().language;
}

export function currentCoreTexts(): CoreTexts {
  const { core } = dictionary.get();
  if (!core) throw new Error('Texts are asked for before the dictionary is loaded');
  return core;
}
