import { licences, resourceLanguages, visibilities } from '@lectern/contract/features/resource.ts';
import { type Language, languageName } from '@lectern/contract/language.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

type Option = { value: string; label: string };

export function languageNames(language: Language): Record<string, string> {
  const names = Object.fromEntries(resourceLanguages.map((code) => [code, languageName(code, language)]));
  // Chromium has no name for `mul`, the code for several languages.
  const mul = dictionary.get().texts?.words.severalLanguages;
  return mul ? { ...names, mul } : names;
}

export function languageOptions(language: Language): Option[] {
  return Object.entries(languageNames(language)).map(([value, label]) => ({ value, label }));
}

export function licenceOptions({ resource }: Texts): Option[] {
  return licences.map((value) => ({ value, label: resource.licences[value] }));
}

export function visibilityOptions({ resource }: Texts): Option[] {
  return visibilities.map((value) => ({ value, label: resource.visibilities[value] }));
}
