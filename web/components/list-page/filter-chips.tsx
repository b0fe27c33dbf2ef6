import type { FilterDeclaration, FilterValue } from '@lectern/contract/list/filter.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Icon } from '../icon.tsx';
import { Popover } from '../popover.tsx';
import { editorRole, FilterEditor } from './filter-editor.tsx';
import { filterWords } from './filter-words.ts';
import type { ListDefinition } from './list-definition.ts';
import { useNames } from './use-names.ts';

type Props<Row extends { id: string }> = {
  definition: Pick<ListDefinition<Row>, 'list' | 'texts' | 'unsaid' | 'nameIn'>;
  /** A row that they found, if any. */
  found?: Row | undefined;
  filters: Record<string, FilterValue>;
  onChange: (name: string, value: FilterValue | undefined) => void;
};

/** The filters that hold, each to change or to remove. */
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
  // As it reads on the chip: who controls by voice says what they see.
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
