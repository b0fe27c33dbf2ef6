import type { HomeSlot } from '@lectern/contract/features/home-page.ts';
import { SelectField } from '../../components/select-field.tsx';
import { Switch } from '../../components/switch.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { slotNameToStore } from './home-words.ts';
import { RuleFields, type RuleValues, ruleFrom, ruleValues } from './rule-fields.tsx';
import type { SlotFields as Sent } from './use-home-actions.ts';

/** Form values of a slot. */
type SlotValues = RuleValues & {
  name: string;
  key: string;
  capacity: string;
  visible: boolean;
  fallback: 'none' | 'newest' | 'mostViewed';
};
type Props = {
  values: SlotValues;
  set<Name extends keyof SlotValues>(name: Name, value: SlotValues[Name]): void;
  /** Keys used by other slots. */
  taken: readonly string[];
  tried: boolean;
};

export function slotValues(slot: HomeSlot | null): SlotValues {
  return {
    name: slot?.name ?? '',
    key: slot?.key ?? '',
    capacity: String(slot?.capacity ?? 8),
    visible: slot?.visible ?? true,
    ...ruleValues(slot?.fallback ?? null, null, slot?.capacity ?? 8),
    fallback: slot?.fallback?.source ?? 'none',
  };
}

export function slotFrom(values: SlotValues): Sent {
  return {
    name: slotNameToStore(values.name.trim()),
    key: values.key.trim(),
    capacity: Number(values.capacity),
    visible: values.visible,
    fallback: values.fallback === 'none' ? null : { source: values.fallback, ...ruleFrom(values) },
  };
}

const isKey = (key: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(key);
const isCapacity = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100;

export function isSlotFine(values: SlotValues, taken: readonly string[]): boolean {
  const key = values.key.trim();
  return values.name.trim() !== '' && isKey(key) && !taken.includes(key) && isCapacity(values.capacity);
}

export function SlotFields({ values, set, taken, tried }: Props) {
  const { homePage } = useTexts();
  const words = homePage.slot;
  const key = values.key.trim();
  const keyError = key && !isKey(key) ? words.keyWrong : taken.includes(key) ? words.keyTaken : undefined;
  const { fallback } = values;
  return (
    <>
      <TextField
        label={words.name}
        value={values.name}
        maxLength={100}
        error={tried && !values.name.trim() ? words.needed : undefined}
        onChange={(name) => set('name', name)}
        data-first-focus
      />
      <div className="home-form-pair">
        <TextField
          label={words.key}
          hint={words.keyHint}
          value={values.key}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          error={keyError ?? (tried && !key ? words.needed : undefined)}
          onChange={(value) => set('key', value)}
        />
        <TextField
          label={words.capacity}
          inputMode="numeric"
          value={values.capacity}
          error={isCapacity(values.capacity) ? undefined : words.capacityWrong}
          onChange={(capacity) => set('capacity', capacity)}
        />
      </div>
      <Switch label={words.visible} checked={values.visible} onChange={(visible) => set('visible', visible)} />
      <SelectField
        label={words.fallback}
        value={fallback}
        options={(['none', 'newest', 'mostViewed'] as const).map((value) => ({
          value,
          label: words.fallbacks[value],
        }))}
        onChange={(value) => set('fallback', value)}
      />
      {fallback !== 'none' && (
        <RuleFields source={fallback} values={values} set={set} capacity={Number(values.capacity) || 1} />
      )}
    </>
  );
}
