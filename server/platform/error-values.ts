import { locales, type Words } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import { routes } from '@lectern/contract/routes.ts';
import { inEveryLanguage, messagesIn } from './messages.ts';

type Countable = keyof Messages['errorReasons']['counts'];

/** The names of pages in every language. */
export function pageNames(paths: readonly string[]): Words {
  return inEveryLanguage((language) => {
    const { errorReasons, routes: names } = messagesIn(language);
    const nameOf = (path: string) => {
      const route = routes.find((one) => one.path === path);
      return route ? names[route.id] : path;
    };
    return paths.map(nameOf).join(errorReasons.listSeparator);
  });
}

/** Joins names into a list. */
export function namesInWords(names: readonly string[]): Words {
  return inEveryLanguage((language) => names.join(messagesIn(language).errorReasons.listSeparator));
}

/** Such as “3 people, 1 library”; zero counts are left out. */
export function countsInWords(counts: Partial<Record<Countable, number>>): Words {
  return inEveryLanguage((language) => {
    const { counts: texts, listSeparator } = messagesIn(language).errorReasons;
    const parts = Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => fillText(texts[name as Countable], { count }, language));
    return parts.join(listSeparator);
  });
}

/** Formats a calendar day such as 2026-12-31 for people. */
export function dayInWords(day: string): Words {
  const date = new Date(`${day}T00:00:00Z`);
  return inEveryLanguage((language) =>
    new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(date),
  );
}

export function bytesInUnits(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
