import { listLibraries } from '@lectern/contract/features/library.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { startUpload, type UploadFile } from '../../../lib/uploads.ts';
import { Dialog } from '../../dialog.tsx';
import { FileDrop } from '../file-drop.tsx';
import { type Place, PlaceChooser } from '../place-chooser.tsx';
import { closeResourceDialog } from './resource-dialog.ts';

/** Where new files belong, and which; the tray sends them. */
export function UploadDialog() {
  const { resourceDeeds } = useTexts();
  const words = resourceDeeds.upload;
  const libraries = useQuery(queryOf(listLibraries, {}, { quiet: true }));
  const [chosen, setPlace] = useState<Place | null>(null);
  // One's own library comes first.
  const usual = libraries.data?.find(({ mayAdd }) => mayAdd);
  const place = chosen ?? (usual ? { libraryId: usual.id, folderId: null } : null);
  const send = (files: readonly UploadFile[]) => {
    if (!place || files.length === 0) return;
    startUpload({ files, ...place });
    closeResourceDialog();
  };
  return (
    <Dialog open className="resource-question" title={words.title} onClose={closeResourceDialog}>
      <p>{words.text}</p>
      <PlaceChooser value={place} onChange={setPlace} />
      <FileDrop look="primary" label={words.choose} text={words.drop} disabled={!place} onFiles={send} />
    </Dialog>
  );
}
