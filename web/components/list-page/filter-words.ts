import type { DateValue, FilterDeclaration, FilterValue, RangeValue } from '@lectern/contract/list/filter.ts';
import type { Format } from '../../lib/format.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

/** What ids stand for, as far as it is known. */
export type Names = { unit(id: string): string | undefined; person(id: string): string | undefined };

/** A filter's value in words, for its chip. */
export function filterWords(
  declaration: FilterDeclaration,
  value: FilterValue,
  choices: Record<string, string> | undefined,
  names: Names,
  { texts, format }: { texts: Texts; format: Format },
): string {
  const { list, words } = texts;
  switch (declaration.kind) {
    case 'text':
      // An id says nothing to anybody.
      return isId(value as string) ? words.unknown : `“${value as string}”`;
    case 'choice':
      return choices?.[value as string] ?? (value as string);
    case 'many':
      return several(
        (value as string[]).map((one) => choices?.[one] ?? one),
        list.andMore,
      );
    case 'tree':
      return several(
        (value as string[]).map((id) => names.unit(id) ?? words.unknown),
        list.andMore,
      );
    case 'person':
      return names.person(value as string) ?? words.unknown;
    case 'yesNo':
      return value ? list.yes : list.no;
    case 'range': {
      const { min, max } = value as RangeValue;
      const shown = {
        min: min === undefined ? '' : format.number(min),
        max: max === undefined ? '' : format.number(max),
      };
      if (max === undefined) return fillText(list.atLeast, shown);
      return min === undefined ? fillText(list.atMost, shown) : `${shown.min} – ${shown.max}`;
    }
    case 'date': {
      const { from, to } = value as DateValue;
      const shown = { from: from ? dayOf(from, format) : '', to: to ? dayOf(to, format) : '' };
      if (!to) return fillText(list.since, shown);
      if (from === to) return shown.from;
      return from ? fillText(list.between, shown) : fillText(list.until, shown);
    }
  }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function several(names: readonly string[], more: string): string {
  if (names.length <= 2) return names.join(', ');
  return fillText(more, { first: names[0] ?? '', count: names.length - 1 });
}

/** A calendar day has no time zone: noon is the same day in all that matter. */
function dayOf(day: string, format: Format): string {
  return format.date(`${day}T12:00:00Z`);
}
