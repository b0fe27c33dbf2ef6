import type { HomeDraft, HomeSlot } from '@lectern/contract/features/home-page.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { HomeChoice } from '../home-dialog.ts';
import { isSlotFine, SlotFields, slotFrom, slotValues } from '../slot-fields.tsx';
import type { HomeActions } from '../use-home-actions.ts';
import { EntryInspector } from './entry-inspector.tsx';
import { InspectorForm } from './inspector-form.tsx';
import './inspector.css';

type Props = {
  draft: HomeDraft;
  chosen: HomeChoice | null;
  mayManage: boolean;
  actions: HomeActions;
  onClose: () => void;
};

/** Details of the selected entry or slot. */
export function Inspector({ draft, chosen, mayManage, actions, onClose }: Props) {
  const { homePage: words } = useTexts();
  const slot = draft.slots.find((one) => one.id === chosen?.id || one.entries.some((entry) => entry.id === chosen?.id));
  const entry = slot?.entries.find((one) => one.id === chosen?.id);
  return (
    <aside className="drag-panel home-inspector" aria-label={words.inspector.label}>
      {slot && entry ? (
        <EntryInspector key={entry.id} {...{ entry, slot, mayManage, actions, onClose }} />
      ) : slot ? (
        <SlotInspector key={slot.id} {...{ slot, draft, mayManage, actions, onClose }} />
      ) : (
        <EmptyState icon="layout" title={words.inspector.none}>
          {words.inspector.noneText}
        </EmptyState>
      )}
    </aside>
  );
}

type SlotInspectorProps = {
  slot: HomeSlot;
  draft: HomeDraft;
  mayManage: boolean;
  actions: HomeActions;
  onClose: () => void;
};

/** Edits a slot: name, key, capacity and fallback. */
function SlotInspector({ slot, draft, mayManage, actions, onClose }: SlotInspectorProps) {
  const { slot: words } = useTexts().homePage;
  const form = useDraft(slotValues(slot));
  const taken = draft.slots.filter((one) => one.id !== slot.id).map((one) => one.key);
  return (
    <InspectorForm
      title={slot.name}
      subtitle={words.title}
      words={words}
      form={form}
      isFine={isSlotFine(form.values, taken)}
      mayManage={mayManage}
      notices={
        slot.warnings.length > 0 && (
          <ul className="home-inspector-warnings">
            {slot.warnings.map((warning) => (
              <li key={warning} className={warning === 'onFallback' ? 'home-hint' : 'home-warning'}>
                <Icon name={warning === 'onFallback' ? 'info' : 'warning'} size={14} />
                {words.warnings[warning]}
              </li>
            ))}
          </ul>
        )
      }
      onSave={() => actions.saveSlot(slot, slotFrom(form.values))}
      onRemove={() => actions.removeSlot(slot)}
      onClose={onClose}
    >
      <SlotFields values={form.values} set={form.set} taken={taken} tried={form.changed.length > 0} />
    </InspectorForm>
  );
}
