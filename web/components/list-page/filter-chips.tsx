import { findPeople } from '@lectern/contract/features/people.ts';
import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';
import type { DateValue, FilterDeclaration, FilterValue, RangeValue } from '@lectern/contract/list/filter.ts';
import { useQueries } from '@tanstack/react-query';
import { type Format, useFormat } from '../../lib/format.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { Icon } from '../icon.tsx';
import { Popover } from '../popover.tsx';
import { editorRole, FilterEditor } from './filter-editor.tsx';
import type { ListDefinition } from './list-definition.ts';
import { type TreeWish, useTrees } from './use-tree.ts';

type Props<Row extends { id: string }> = {
  definition: Pick<ListDefinition<Row>, 'list' | 'texts' | 'unsaid' | 'nameIn'>;
  /** A matching row, if any; its names are used for values. */
  found?: Row | undefined;
  filters: Record<string, FilterValue>;
  onChange: (name: string, value: FilterValue | undefined) => void;
};

/** The active filters, each editable and removable. */
export function FilterChips<Row extends { id: string }>({ definition, found, filters, onChange }: Props<Row>) {
  const texts = useTexts();
  const format = useFormat();
  const own = definition.texts(texts);
  const names = useNames(definition.list, filters);
  return Object.entries(definition.list.filters).map(([name, declaration]) => {
    const value = filters[name];
    if (value === undefined || definition.unsaid?.includes(name)) return null;
    const choices = own.values?.[name];
    return (
      <FilterChip
        key={name}
        label={own.filters[name] ?? name}
        words={
          (found && definition.nameIn?.(found, name)) ??
          filterWords(declaration, value, choices, names, { texts, format })
        }
        declaration={declaration}
        value={value}
        choices={choices}
        onChange={(next) => onChange(name, next)}
      />
    );
  });
}

type ChipProps = {
  label: string;
  words: string;
  declaration: FilterDeclaration;
  value: FilterValue;
  choices: Record<string, string> | undefined;
  onChange: (value: FilterValue | undefined) => void;
};

function FilterChip({ label, words, declaration, value, choices, onChange }: ChipProps) {
  const { list } = useTexts();
  // The accessible name matches the visible text, so voice control users can say what they see.
  const name = declaration.kind === 'text' && !declaration.exact ? `${label} ${list.contains}` : label;
  return (
    <span className="filter-chip">
      <Popover
        label={label}
        role={editorRole(declaration)}
        trigger={(props) => (
          <button
            type="button"
            className="filter-chip-body"
            aria-label={fillText(list.editFilter, { name, value: words })}
            {...props}
          >
            {name} <b>{words}</b>
          </button>
        )}
      >
        {(close) => (
          <FilterEditor
            label={label}
            declaration={declaration}
            value={value}
            choices={choices}
            onApply={(next) => {
              close();
              onChange(next);
            }}
          />
        )}
      </Popover>
      <button
        type="button"
        className="filter-chip-remove"
        aria-label={fillText(list.removeFilter, { name: label })}
        onClick={() => onChange(undefined)}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}

/** Loads the names for ids in a view's filters, if there are any. */
function useNames(list: ListDeclaration, filters: Record<string, FilterValue>): Names {
  const wishes: TreeWish[] = [];
  const people: string[] = [];
  for (const [name, value] of Object.entries(filters)) {
    const declared = list.filters[name];
    if (declared?.kind === 'tree') wishes.push({ of: declared.of, ids: value as string[] });
    if (declared?.kind === 'person') people.push(value as string);
  }
  const known = useTrees(wishes).flatMap(({ nodes }) => nodes);
  const found = useQueries({
    queries: people.map((id) => queryOf(findPeople, { query: { id } }, { quiet: true })),
  });
  return {
    unit: (id) => known.find((unit) => unit.id === id)?.name,
    person: (id) => found[people.indexOf(id)]?.data?.[0]?.name,
  };
}

/** Names by id; undefined when unknown or not loaded yet. */
type Names = { unit(id: string): string | undefined; person(id: string): string | undefined };

/** A filter's value as text for its chip. */
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
      // An id means nothing to readers.
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
      const written = inUnit(declaration.unit, format);
      const shown = { min: min === undefined ? '' : written(min), max: max === undefined ? '' : written(max) };
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

function inUnit(unit: 'bytes' | 'seconds' | undefined, format: Format): (value: number) => string {
  if (unit === 'bytes') return format.bytes;
  return unit === 'seconds' ? (value) => format.duration(value * 1000) : format.number;
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function several(names: readonly string[], more: string): string {
  if (names.length <= 2) return joinNames(names);
  return fillText(more, { first: names[0] ?? '', count: names.length - 1 });
}

/** A calendar day has no time zone; noon UTC falls on the same day in practically all of them. */
function dayOf(day: string, format: Format): string {
  return format.date(`${day}T12:00:00Z`);
}
