import { MenuItem } from '../../menu-item.tsx';
import type { Option } from './option.ts';

type Props = { value: string | undefined; options: readonly Option[]; onApply: (value: string) => void };

/** One of a few, as entries of the menu around it: choosing is enough. */
export function ChoiceEditor({ value, options, onApply }: Props) {
  return options.map((option) => (
    <MenuItem key={option.value} checked={option.value === value} onSelect={() => onApply(option.value)}>
      {option.label}
    </MenuItem>
  ));
}
