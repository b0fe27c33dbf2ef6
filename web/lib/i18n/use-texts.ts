import type { Language } from '@lectern/contract/language.ts';
import { useStore } from '../use-store.ts';
import type { CoreTexts } from './en/core.ts';
import type { Texts } from './en/texts.ts';
import { dictionary } from './language.ts';

export { fillText } from '@lectern/contract/errors.ts';
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
