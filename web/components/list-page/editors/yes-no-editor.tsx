import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { ChoiceEditor } from './choice-editor.tsx';

type Props = { value: boolean | undefined; onApply: (value: boolean) => void };

export function YesNoEditor({ value, onApply }: Props) {
  const { list } = useTexts();
  const options = [
    { value: 'yes', label: list.yes },
    { value: 'no', label: list.no },
  ];
  const chosen = value === undefined ? undefined : value ? 'yes' : 'no';
  return <ChoiceEditor value={chosen} options={options} onApply={(answer) => onApply(answer === 'yes')} />;
}
