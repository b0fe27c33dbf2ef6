import type { HomeDraft, HomeSlot } from '@lectern/contract/features/home-page.ts';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Icon } from '../../../components/icon.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { HomeChoice } from '../home-dialog.ts';
import { isSlotFine, SlotFields, slotFrom, slotValues } from '../slot-fields.tsx';
import type { HomeActions } from '../use-home-actions.ts';
import { EntryInspector } from './entry-inspector.tsx';
import './inspector.css';

type Props = {
  draft: HomeDraft;
  chosen: HomeChoice | null;
  mayManage: boolean;
  actions: HomeActions;
  onClose: () => void;
};

/** The chosen entry or slot, with all that can be said about it. */
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

/** A slot: its name, its key, its places, and what it falls back to. */
function SlotInspector({ slot, draft, mayManage, actions, onClose }: SlotInspectorProps) {
  const { detail, homePage } = useTexts();
  const words = homePage.slot;
  const form = useDraft(slotValues(slot));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const taken = draft.slots.filter((one) => one.id !== slot.id).map((one) => one.key);
  const unsaved = form.changed.length > 0;
  const isFine = isSlotFine(form.values, taken);
  const save = async () => {
    if (!isFine || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await actions.saveSlot(slot, slotFrom(form.values));
      form.discard();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <form
      className="home-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedGuard unsaved={unsaved} />
      <header className="home-inspector-head">
        <div>
          <h2>{slot.name}</h2>
          <small>{words.title}</small>
        </div>
        <IconButton icon="close" label={homePage.inspector.close} onClick={onClose} />
      </header>
      <div className="home-inspector-body">
        {slot.warnings.length > 0 && (
          <ul className="home-inspector-warnings">
            {slot.warnings.map((warning) => (
              <li key={warning} className={warning === 'onFallback' ? 'home-hint' : 'home-warning'}>
                <Icon name={warning === 'onFallback' ? 'info' : 'warning'} size={14} />
                {words.warnings[warning]}
              </li>
            ))}
          </ul>
        )}
        {failure !== null && <ErrorPanel error={failure} title={detail.notSaved} />}
        <fieldset className="home-fields" disabled={!mayManage}>
          <SlotFields values={form.values} set={form.set} taken={taken} tried={unsaved} />
        </fieldset>
      </div>
      {mayManage && (
        <footer className="home-inspector-foot">
          <Button look="quiet" icon="trash" onClick={() => void actions.removeSlot(slot).then(onClose)}>
            {words.remove}
          </Button>
          <span />
          {unsaved && <Button onClick={form.discard}>{words.revert}</Button>}
          <Button look="primary" submits busy={busy} disabled={!unsaved || !isFine}>
            {words.save}
          </Button>
        </footer>
      )}
    </form>
  );
}
