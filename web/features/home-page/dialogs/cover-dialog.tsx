import type { HomeEntry } from '@lectern/contract/features/home-page.ts';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeHomeDialog } from '../home-dialog.ts';
import type { HomeDeeds } from '../use-home-deeds.ts';
import { HomeQuestion } from './home-question.tsx';
import { Shelf } from './shelf.tsx';
import { useSending } from './use-sending.ts';

/** A picture of the library becomes the entry’s cover. */
export function CoverDialog({ entry, deeds }: { entry: HomeEntry; deeds: HomeDeeds }) {
  const { homePage } = useTexts();
  const words = homePage.add;
  const [chosen, setChosen] = useState<string | null>(null);
  const { busy, error, send } = useSending();
  return (
    <HomeQuestion
      wide
      title={words.coverTitle}
      confirmLabel={words.coverTake}
      busy={busy}
      disabled={!chosen}
      error={error}
      onConfirm={() => chosen && void send(() => deeds.cover(entry, { resourceId: chosen }), closeHomeDialog)}
    >
      <Shelf
        of="image"
        label={words.tabs.resource}
        many={false}
        chosen={new Set(chosen ? [chosen] : [])}
        onToggle={({ id }) => setChosen(id)}
      />
    </HomeQuestion>
  );
}
