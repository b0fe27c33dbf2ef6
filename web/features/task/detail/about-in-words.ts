import { stepWords } from '@lectern/contract/features/machine-work-words.ts';
import { severityWords } from '@lectern/contract/features/scan-words.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import type { Texts } from '../../../lib/i18n/use-texts.ts';

/** What a rule tells of its to-do, in words: it keeps steps, severities and pages by their ids. */
export function aboutInWords(name: string, value: string, routes: Texts['routes']): string {
  if (name === 'page') {
    const route = matchRoute(value);
    return route ? routes[route.id] : value;
  }
  const words: Record<string, string> =
    name === 'steps' ? inLanguage(stepWords) : name === 'severity' ? inLanguage(severityWords) : {};
  return value
    .split(', ')
    .map((one) => words[one] ?? one)
    .join(', ');
}
