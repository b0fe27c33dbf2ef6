import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { Ref } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { startUpload } from '../../../lib/uploads.ts';

const kindsOfFile = { document: undefined, video: 'video/*', audio: 'audio/*', image: 'image/*' } as const;

/** Picks the file for the next version; the upload tray sends it, even after leaving the page. */
export function ReplaceFileInput({ resource, ref }: { resource: ResourceDetailView; ref: Ref<HTMLInputElement> }) {
  const { resourceDetail } = useTexts();
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={resourceDetail.replaceFile}
      accept={kindsOfFile[resource.kind]}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) {
          startUpload({ files: [file], libraryId: resource.library.id, replacesId: resource.id });
          notify({ level: 'info', title: resourceDetail.replacing });
        }
        // Allows choosing the same file again.
        target.value = '';
      }}
    />
  );
}
