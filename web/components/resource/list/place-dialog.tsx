import { useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { type Place, PlaceChooser } from '../place-chooser.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import type { ResourceTarget } from './resource-dialog.ts';
import { useResourceStart, useWhat } from './use-resource-start.ts';

/** Moves or copies resources to a library and folder. */
export function PlaceDialog({ action, target }: { action: 'place' | 'copy'; target: ResourceTarget }) {
  const { resourceDeeds } = useTexts();
  const words = resourceDeeds.place;
  const what = useWhat(target);
  const { row } = target;
  const [place, setPlace] = useState<Place | null>(
    row ? { libraryId: row.library.id, folderId: row.folder?.id ?? null } : null,
  );
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart(action, target);
  return (
    <QuestionDialog
      title={fillText(words[action], { what })}
      submitLabel={action === 'place' ? words.moveHere : words.copyHere}
      busy={busy}
      onSubmit={() => {
        setTried(true);
        if (place) void start(place);
      }}
    >
      {action === 'copy' && <p>{words.copyText}</p>}
      <PlaceChooser value={place} onChange={setPlace} />
      {tried && !place && (
        <p role="alert" className="field-error">
          {words.needed}
        </p>
      )}
    </QuestionDialog>
  );
}
