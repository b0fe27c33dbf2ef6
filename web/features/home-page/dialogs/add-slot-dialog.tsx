import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeHomeDialog } from '../home-dialog.ts';
import { isSlotFine, SlotFields, slotFrom, slotValues } from '../slot-fields.tsx';
import type { HomeDeeds } from '../use-home-deeds.ts';
import { HomeQuestion } from './home-question.tsx';
import { useSending } from './use-sending.ts';

export function AddSlotDialog({ draft, deeds }: { draft: HomeDraft; deeds: HomeDeeds }) {
  const { homePage } = useTexts();
  const [values, setValues] = useState(() => slotValues(null));
  const [tried, setTried] = useState(false);
  const { busy, error, send } = useSending();
  const taken = draft.slots.map((slot) => slot.key);
  return (
    <HomeQuestion
      title={homePage.slot.newTitle}
      confirmLabel={homePage.slot.create}
      busy={busy}
      error={error}
      onConfirm={() => {
        setTried(true);
        if (isSlotFine(values, taken)) void send(() => deeds.addSlot(slotFrom(values)), closeHomeDialog);
      }}
    >
      <SlotFields
        values={values}
        taken={taken}
        tried={tried}
        set={(name, value) => setValues((known) => ({ ...known, [name]: value }))}
      />
    </HomeQuestion>
  );
}
