import type { Library } from '@lectern/contract/features/library.ts';
import { listLibraryResources, listResources } from '@lectern/contract/features/resource.ts';
import { resourceImport, resourceImportEndpoints } from '@lectern/contract/features/resource-import.ts';
import { useMemo } from 'react';
import type { ImportDefinition } from '../../components/import/import-definition.ts';
import { ImportDialog } from '../../components/import/import-dialog.tsx';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { closeLibraryDialog } from './library-dialog.ts';

/** Takes what resources say of themselves from a table; its lines name files of this library. */
export function ImportMetadataDialog({ library }: { library: Library }) {
  const definition = useMemo<ImportDefinition>(
    () => ({
      declaration: resourceImport,
      endpoints: resourceImportEndpoints,
      within: library.id,
      title: (texts) => texts.library.importTitle,
      fieldName,
      note: (texts) => fillText(texts.library.importNote, { name: library.name }),
      invalidates: [listLibraryResources, listResources],
    }),
    [library],
  );
  return <ImportDialog definition={definition} onClose={closeLibraryDialog} />;
}

function fieldName(field: string, { resource, library }: Texts): string {
  if (field === 'file') return library.importFile;
  if (field === 'id') return library.importId;
  return resource.fields[field as keyof typeof resource.fields] ?? field;
}
