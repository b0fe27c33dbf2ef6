import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { HomeChoice } from '../home-address.ts';
import type { HomeDeeds } from '../use-home-deeds.ts';
import { EntryInspector } from './entry-inspector.tsx';
import { SlotInspector } from './slot-inspector.tsx';
import './inspector.css';

type Props = {
  draft: HomeDraft;
  chosen: HomeChoice | null;
  mayManage: boolean;
  deeds: HomeDeeds;
  onClose: () => void;
};

/** The chosen entry or slot, with all that can be said about it. */
export function Inspector({ draft, chosen, mayManage, deeds, onClose }: Props) {
  const { homePage: words } = useTexts();
  const slot = draft.slots.find((one) => one.id === chosen?.id || one.entries.some((entry) => entry.id === chosen?.id));
  const entry = slot?.entries.find((one) => one.id === chosen?.id);
  return (
    <aside className="drag-panel home-inspector" aria-label={words.inspector.label}>
      {slot && entry ? (
        <EntryInspector key={entry.id} {...{ entry, slot, mayManage, deeds, onClose }} />
      ) : slot ? (
        <SlotInspector key={slot.id} {...{ slot, draft, mayManage, deeds, onClose }} />
      ) : (
        <EmptyState icon="layout" title={words.inspector.none}>
          {words.inspector.noneText}
        </EmptyState>
      )}
    </aside>
  );
}
