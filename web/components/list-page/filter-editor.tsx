import type { DateValue, FilterDeclaration, FilterValue, RangeValue, TreeName } from '@lectern/contract/list/filter.ts';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { MenuItem } from '../menu-item.tsx';
import { PersonPicker } from '../person-picker.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { TextField } from '../text-field.tsx';
import { CheckList, toggled } from './check-list.tsx';
import { searchNodes, useTrees } from './use-tree.ts';

type FilterEditorProps = {
  label: string;
  declaration: FilterDeclaration;
  value: FilterValue | undefined;
  choices: Record<string, string> | undefined;
  onApply: (value: FilterValue | undefined) => void;
};

/** Single-choice filters are menus; all others are forms. */
export function editorRole({ kind }: FilterDeclaration): 'menu' | 'dialog' {
  return kind === 'choice' || kind === 'yesNo' ? 'menu' : 'dialog';
}

/** The editor of one filter, by kind. Choosing nothing removes the filter. */
export function FilterEditor({ label, declaration, value, choices, onApply }: FilterEditorProps) {
  switch (declaration.kind) {
    case 'text':
      return <TextEditor label={label} value={value as string | undefined} onApply={onApply} />;
    case 'choice': {
      const chosen = value as string | undefined;
      return <ChoiceEditor value={chosen} options={optionsOf(declaration, choices)} onApply={onApply} />;
    }
    case 'many': {
      const chosen = value as string[] | undefined;
      return <ManyEditor label={label} value={chosen} options={optionsOf(declaration, choices)} onApply={onApply} />;
    }
    case 'yesNo':
      return <YesNoEditor value={value as boolean | undefined} onApply={onApply} />;
    case 'range':
      return (
        <RangeEditor label={label} unit={declaration.unit} value={value as RangeValue | undefined} onApply={onApply} />
      );
    case 'date':
      return <DateEditor label={label} value={value as DateValue | undefined} onApply={onApply} />;
    case 'person':
      return <PersonEditor label={label} onApply={onApply} />;
    case 'tree':
      return <TreeEditor label={label} of={declaration.of} value={value as string[] | undefined} onApply={onApply} />;
  }
}

function optionsOf(declaration: { values: readonly string[] }, choices: Record<string, string> | undefined): Option[] {
  return declaration.values.map((value) => ({ value, label: choices?.[value] ?? value }));
}

function PersonEditor({ label, onApply }: { label: string; onApply: (id: string) => void }) {
  return (
    <div className="floating-form">
      <PersonPicker label={label} onChoose={(person) => onApply(person.id)} />
    </div>
  );
}

type Props = { label: string; value: string | undefined; onApply: (value: string | undefined) => void };

function TextEditor({ label, value, onApply }: Props) {
  const [text, setText] = useState(value ?? '');
  return (
    <EditorForm onSubmit={() => onApply(text.trim() || undefined)}>
      <TextField label={label} value={text} maxLength={200} onChange={setText} data-first-focus />
    </EditorForm>
  );
}

type ManyEditorProps = {
  label: string;
  value: string[] | undefined;
  options: readonly Option[];
  onApply: (value: string[] | undefined) => void;
};

/** Several values of a list. */
function ManyEditor({ label, value, options, onApply }: ManyEditorProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(value));
  const entries = options.map((option) => ({ id: option.value, label: option.label }));
  const submit = () => {
    const kept = options.map((option) => option.value).filter((one) => chosen.has(one));
    onApply(kept.length > 0 ? kept : undefined);
  };
  return (
    <EditorForm onSubmit={submit}>
      <CheckList label={label} entries={entries} chosen={chosen} onToggle={(id) => setChosen(toggled(chosen, id))} />
    </EditorForm>
  );
}

type YesNoEditorProps = { value: boolean | undefined; onApply: (value: boolean) => void };

function YesNoEditor({ value, onApply }: YesNoEditorProps) {
  const { list } = useTexts();
  const options = [
    { value: 'yes', label: list.yes },
    { value: 'no', label: list.no },
  ];
  const chosen = value === undefined ? undefined : value ? 'yes' : 'no';
  return <ChoiceEditor value={chosen} options={options} onApply={(answer) => onApply(answer === 'yes')} />;
}

type ChoiceEditorProps = { value: string | undefined; options: readonly Option[]; onApply: (value: string) => void };

/** One of a few values, as items of the surrounding menu: choosing one applies it. */
function ChoiceEditor({ value, options, onApply }: ChoiceEditorProps) {
  return options.map((option) => (
    <MenuItem key={option.value} checked={option.value === value} onSelect={() => onApply(option.value)}>
      {option.label}
    </MenuItem>
  ));
}

type Option = { value: string; label: string };

type RangeUnit = 'bytes' | 'seconds';

/** Megabytes and minutes, which people enter, in the units of the URL. */
const unitSizes: Record<RangeUnit, number> = { bytes: 1_000_000, seconds: 60 };

type RangeEditorProps = {
  label: string;
  unit: RangeUnit | undefined;
  value: RangeValue | undefined;
  onApply: (value: RangeValue | undefined) => void;
};

function RangeEditor({ label, unit, value, onApply }: RangeEditorProps) {
  const { list } = useTexts();
  const [least, setLeast] = useState(() => shownIn(unit, value?.min));
  const [most, setMost] = useState(() => shownIn(unit, value?.max));
  const min = valueIn(least, unit, value?.min);
  const max = valueIn(most, unit, value?.max);
  const backwards = min !== undefined && max !== undefined && min > max;
  const submit = () => {
    if (backwards) return;
    const range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    onApply(Object.keys(range).length > 0 ? range : undefined);
  };
  return (
    <EditorForm onSubmit={submit}>
      <fieldset className="floating-pair">
        <legend>{unit ? fillText(list.inUnit[unit], { label }) : label}</legend>
        <TextField label={list.least} type="number" value={least} onChange={setLeast} data-first-focus />
        <TextField
          label={list.most}
          type="number"
          value={most}
          onChange={setMost}
          error={backwards ? list.rangeBackwards : undefined}
        />
      </fieldset>
    </EditorForm>
  );
}

function shownIn(unit: RangeUnit | undefined, value: number | undefined): string {
  if (value === undefined) return '';
  return String(unit ? Number((value / unitSizes[unit]).toFixed(3)) : value);
}

/** A text that wasn't touched keeps its exact value, which the shown one may round. */
function valueIn(text: string, unit: RangeUnit | undefined, stored: number | undefined): number | undefined {
  if (text === shownIn(unit, stored)) return stored;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return undefined;
  return unit ? Math.round(value * unitSizes[unit]) : value;
}

type DateEditorProps = { label: string; value: DateValue | undefined; onApply: (value: DateValue | undefined) => void };

/** A date range in whole days: a common range with one click, or custom start and end. */
function DateEditor({ label, value, onApply }: DateEditorProps) {
  const { list } = useTexts();
  const today = todayIn(useCurrentUser().timeZone);
  const [from, setFrom] = useState(value?.from ?? '');
  const [to, setTo] = useState(value?.to ?? '');
  const backwards = from !== '' && to !== '' && from > to;
  const submit = () => {
    if (backwards) return;
    onApply(from || to ? { ...(from && { from }), ...(to && { to }) } : undefined);
  };
  const spans: { label: string; value: DateValue }[] = [
    { label: list.today, value: { from: today, to: today } },
    { label: fillText(list.lastDays, { count: 7 }), value: { from: dayBefore(today, 6), to: today } },
    { label: fillText(list.lastDays, { count: 30 }), value: { from: dayBefore(today, 29), to: today } },
    { label: list.thisYear, value: { from: `${today.slice(0, 4)}-01-01`, to: today } },
  ];
  return (
    <EditorForm onSubmit={submit}>
      <div className="floating-spans">
        {spans.map((span) => (
          <Button key={span.label} size="small" onClick={() => onApply(span.value)}>
            {span.label}
          </Button>
        ))}
      </div>
      <fieldset className="floating-pair">
        <legend>{label}</legend>
        <TextField label={list.from} type="date" value={from} onChange={setFrom} />
        <TextField
          label={list.to}
          type="date"
          value={to}
          onChange={setTo}
          error={backwards ? list.rangeBackwards : undefined}
        />
      </fieldset>
    </EditorForm>
  );
}

/** Today's date in the platform's time zone, such as 2026-11-15. */
export function todayIn(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
}

export function dayBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

type TreeEditorProps = {
  label: string;
  of: TreeName;
  value: string[] | undefined;
  onApply: (value: string[] | undefined) => void;
};

/** Nodes of a tree; each includes everything below it. */
function TreeEditor({ label, of, value, onApply }: TreeEditorProps) {
  const { list } = useTexts();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(value));
  const [tree] = useTrees([{ of, text: wanted, ids: value ?? [] }]);
  if (!tree || (tree.pending && !tree.error))
    return (
      <SkeletonRegion className="floating-form">
        <Skeleton height={32} />
        <Skeleton width="70%" />
        <Skeleton width="55%" />
      </SkeletonRegion>
    );
  if (tree.error) return <ErrorPanel error={tree.error} onRetry={tree.refetch} />;
  const found = searchNodes(tree.nodes, text);
  return (
    <EditorForm onSubmit={() => onApply(chosen.size > 0 ? [...chosen] : undefined)}>
      <TextField
        label={label}
        placeholder={of === 'department' || of === 'college' ? list.findUnit : list.findName}
        value={text}
        onChange={setText}
        type="search"
        data-first-focus
      />
      {found.length === 0 && <span className="grid-quiet">{list.noUnit}</span>}
      <CheckList
        label={label}
        entries={found.map(({ id, name, code, depth, heading }) => ({
          id,
          label: name,
          note: code,
          depth,
          ...(heading && { heading }),
        }))}
        chosen={chosen}
        onToggle={(id) => setChosen(toggled(chosen, id))}
      />
    </EditorForm>
  );
}

/** A filter form; Enter or the button applies it. */
function EditorForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const { list } = useTexts();
  return (
    <form
      className="floating-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className="floating-form-foot">
        <Button look="primary" size="small" submits>
          {list.apply}
        </Button>
      </div>
    </form>
  );
}
