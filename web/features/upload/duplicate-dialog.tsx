import { duplicateChoices } from '@lectern/contract/features/upload.ts';
import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { DuplicateChoice } from './engine/upload-calls.ts';
import type { UploadItem } from './engine/upload-items.ts';
import { useUploads } from './uploads-context.ts';

type Props = { item: UploadItem; count: number; onClose: () => void; onDecided: () => void };

/** Asks what to do with a file that already exists, for this file or for all duplicates. */
export function DuplicateDialog({ item, count, onClose, onDecided }: Props) {
  const { upload } = useTexts();
  const format = useFormat();
  const { engine } = useUploads();
  const name = useId();
  const [choice, setChoice] = useState<DuplicateChoice>('use_existing');
  const [toAll, setToAll] = useState(false);
  const twin = item.row?.duplicateOf;
  const offered = duplicateChoices.filter((entry) => entry !== 'new_version' || twin?.mayReplace);
  const decide = () => {
    if (toAll) {
      void engine.settleAll(choice);
      onClose();
    } else {
      void engine.settle(item.id, choice);
      onDecided();
    }
  };
  return (
    <Dialog
      open
      title={upload.duplicateTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{upload.later}</Button>
          <Button look="primary" onClick={decide}>
            {upload.apply}
          </Button>
        </>
      }
    >
      <p>
        {twin
          ? fillText(upload.duplicateText, { name: item.fileName, title: twin.title, library: twin.library })
          : fillText(upload.duplicateLost, { name: item.fileName })}
      </p>
      <fieldset className="upload-choices">
        <legend className="visually-hidden">{upload.duplicateTitle}</legend>
        {offered.map((entry) => (
          <label key={entry}>
            <input
              type="radio"
              name={name}
              checked={choice === entry}
              data-first-focus={choice === entry ? true : undefined}
              onChange={() => setChoice(entry)}
            />
            <span>
              {upload.choices[entry]}
              <small>{upload.choiceHints[entry]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {count > 1 && (
        <label className="upload-all">
          <input type="checkbox" checked={toAll} onChange={(event) => setToAll(event.target.checked)} />
          {fillText(upload.applyToAll, { count: format.number(count) })}
        </label>
      )}
    </Dialog>
  );
}
