import { FileDrop } from '../../components/resource/file-drop.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { startUpload } from '../../lib/uploads.ts';
import { useMyLibrary } from './use-my-library.ts';

/** Where one's first files are dropped. */
export function NothingOfMine() {
  const { resourceDeeds } = useTexts();
  const place = useMyLibrary();
  return (
    <div className="my-empty">
      <FileDrop
        title={resourceDeeds.my.drop}
        label={resourceDeeds.my.choose}
        text={resourceDeeds.my.dropText}
        disabled={!place}
        onFiles={(files) => place && startUpload({ files, libraryId: place.libraryId, folderId: place.folderId })}
      />
    </div>
  );
}
