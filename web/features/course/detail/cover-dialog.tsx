import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { ResourceSearchField, useResourceSearch } from '../../../components/resource/resource-search.tsx';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import './cover-dialog.css';

export type CoverDialogProps = { onTake: (resourceId: string) => void; onClose: () => void };

/** Chooses an image resource. */
export function CoverDialog({ onTake, onClose }: CoverDialogProps) {
  const { cover: words } = useTexts().course;
  const [chosen, setChosen] = useState<string | null>(null);
  const search = useResourceSearch();
  const pictures = search.hits.filter(({ kind }) => kind === 'image');
  return (
    <FormDialog
      title={words.chooseTitle}
      confirmLabel={words.take}
      disabled={!chosen}
      onConfirm={() => chosen && onTake(chosen)}
      onClose={onClose}
    >
      <ResourceSearchField label={words.search} search={search} />
      <div role="status">
        {pictures.length === 0 && (search.isEmpty ? words.start : search.isSuccess && words.none)}
      </div>
      <div className="cover-choices">
        {pictures.map((hit) => (
          <label key={hit.id} className="cover-choice">
            <input type="radio" name="cover" checked={chosen === hit.id} onChange={() => setChosen(hit.id)} />
            <Thumbnail resource={hit} look="card" />
            <span>{hit.title}</span>
          </label>
        ))}
      </div>
    </FormDialog>
  );
}
