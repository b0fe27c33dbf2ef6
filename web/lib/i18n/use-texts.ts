import type { Language } from '@lectern/contract/language.ts';
import { fillText as fillTextIn } from '@lectern/contract/messages/fill-text.ts';
import type { CoreMessages as CoreTexts, Messages as Texts } from '@lectern/contract/messages/messages.ts';
import { useStore } from '../store.ts';
import { currentLanguage, dictionary } from './language.ts';

export { setLanguage } from './language.ts';
export type { CoreTexts, Texts };

/** Everything the signed-in app says. */
export function useTexts(): Texts {
  const { texts } = useStore(dictionary);
  if (!texts) throw new Error('The app’s texts are used before they are loaded');
  return texts;
}

/** What the login page and failure panels say; there before the app is. */
export function useCoreTexts(): CoreTexts {
  const { core } = useStore(dictionary);
  if (!core) throw new Error('Texts are used before the dictionary is loaded');
  return core;
}

export function useLanguage(): Language {
  return useStore(dictionary).language;
}

/** Fills the places of a text in the language on screen. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return fillTextIn(text, values, currentLanguage());
}
