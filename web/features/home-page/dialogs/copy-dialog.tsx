import type { HomeDraft, HomeEntry, HomeSubject } from '@lectern/contract/features/home-page.ts';
import { useState } from 'react';
import { SelectField } from '../../../components/select-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeHomeDialog } from '../home-dialog.ts';
import { titleOf } from '../home-words.ts';
import type { HomeDeeds } from '../use-home-deeds.ts';
import { HomeQuestion } from './home-question.tsx';
import { useSending } from './use-sending.ts';

type Props = { entry: HomeEntry; draft: HomeDraft; deeds: HomeDeeds };

/** The same thing in another slot, with the same times and audience. */
export function CopyDialog({ entry, draft, deeds }: Props) {
  const texts = useTexts();
  const words = texts.homePage.add;
  const others = draft.slots.filter((slot) => !slot.entries.some((one) => one.id === entry.id));
  const [slotId, setSlotId] = useState(others[0]?.id ?? '');
  const { busy, error, send } = useSending();
  const slot = others.find((one) => one.id === slotId);
  const subject = subjectOf(entry);
  const { audience, startsAt, endsAt } = entry;
  return (
    <HomeQuestion
      title={fillText(words.toTitle, { title: titleOf(entry, texts) })}
      confirmLabel={words.copy}
      busy={busy}
      disabled={!slot || !subject}
      error={error}
      onConfirm={() =>
        slot &&
        subject &&
        void send(() => deeds.add(slot, { subjects: [subject], audience, startsAt, endsAt }), closeHomeDialog)
      }
    >
      <SelectField
        label={words.to}
        value={slotId}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setSlotId}
      />
    </HomeQuestion>
  );
}

function subjectOf({ source, thing, rule }: HomeEntry): HomeSubject | null {
  if (source === 'resource') return thing && { source, resourceId: thing.id };
  if (source === 'course') return thing && { source, courseId: thing.id };
  if (!rule) return null;
  if (source === 'column') return thing && { source, columnId: thing.id, rule };
  return { source, rule };
}
