import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { PersonPicker } from '../../person-picker.tsx';

export function PersonEditor({ label, onApply }: { label: string; onApply: (id: string) => void }) {
  const { list } = useTexts();
  return (
    <div className="floating-form">
      <PersonPicker label={label} placeholder={list.findPerson} onChoose={(person) => onApply(person.id)} />
    </div>
  );
}
