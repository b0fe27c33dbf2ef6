import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { FloatingPanel } from '../floating-panel.tsx';
import { MenuItem } from '../menu-item.tsx';
import { editorRole, FilterEditor } from './filter-editor.tsx';
import type { ListDefinition } from './list-definition.ts';

type Props<Row extends { id: string }> = {
  definition: Pick<ListDefinition<Row>, 'list' | 'texts' | 'unsaid'>;
  filters: Record<string, FilterValue>;
  onAdd: (name: string, value: FilterValue | undefined) => void;
};

/** Menu of filters not in use; the chosen filter's form replaces the menu. */
export function AddFilter<Row extends { id: string }>({ definition, filters, onAdd }: Props<Row>) {
  const texts = useTexts();
  const own = definition.texts(texts);
  const button = useRef<HTMLButtonElement>(null);
  const [step, setStep] = useState<'closed' | 'choosing' | { name: string }>('closed');
  const adding = typeof step === 'object' ? definition.list.filters[step.name] : undefined;
  const free = Object.keys(definition.list.filters).filter(
    (name) => filters[name] === undefined && !definition.unsaid?.includes(name),
  );
  const label = typeof step === 'object' ? (own.filters[step.name] ?? step.name) : texts.list.chooseFilter;
  if (free.length === 0) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="filter-add"
        aria-haspopup="menu"
        aria-expanded={step !== 'closed'}
        onClick={() => setStep(step === 'closed' ? 'choosing' : 'closed')}
      >
        + {texts.list.addFilter}
      </button>
      {step !== 'closed' && button.current && (
        <FloatingPanel
          key={label}
          anchor={button.current}
          label={label}
          role={adding ? editorRole(adding) : 'menu'}
          onClose={() => setStep('closed')}
        >
          {adding && typeof step === 'object' ? (
            <FilterEditor
              label={label}
              declaration={adding}
              value={undefined}
              choices={own.values?.[step.name]}
              onApply={(value) => {
                setStep('closed');
                button.current?.focus();
                onAdd(step.name, value);
              }}
            />
          ) : (
            free.map((name) => (
              <MenuItem key={name} keepsOpen onSelect={() => setStep({ name })}>
                {own.filters[name] ?? name}
              </MenuItem>
            ))
          )}
        </FloatingPanel>
      )}
    </>
  );
}
