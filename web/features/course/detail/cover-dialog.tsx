import { searchResources } from '@lectern/contract/features/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import './cover-dialog.css';

export type CoverDialogProps = { onTake: (resourceId: string) => void; onClose: () => void };

/** Chooses an image resource. */
export function CoverDialog({ onTake, onClose }: CoverDialogProps) {
  const { cover: words } = useTexts().course;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = useDeferredValue(text.trim());
  const search = useQuery({
    ...queryOf(searchResources, { query: { text: wanted, size: 20 } }, { quiet: true }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const pictures = wanted === '' ? [] : (search.data ?? []).filter(({ kind }) => kind === 'image');
  return (
    <FormDialog
      title={words.chooseTitle}
      confirmLabel={words.take}
      disabled={!chosen}
      onConfirm={() => chosen && onTake(chosen)}
      onClose={onClose}
    >
      <TextField
        label={words.search}
        type="search"
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={setText}
        data-first-focus
      />
      {search.error && <ErrorPanel error={search.error} onRetry={() => void search.refetch()} />}
      <div role="status">{pictures.length === 0 && (wanted === '' ? words.start : search.isSuccess && words.none)}</div>
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
