import {
  exportLibraryResources,
  libraryResourceList,
  listLibraryResources,
} from '@lectern/contract/features/resource.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { MenuItem, MenuSeparator } from '../../components/menu-item.tsx';
import { resourceListDefinition } from '../../components/resource/list/resource-list-definition.ts';
import { UploadMenu } from '../../components/upload/upload-menu.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { libraryDialog } from './library-dialog.ts';
import { useLibraryPlace } from './use-library-place.ts';

/** Brings files into where one is, or into one's own library. */
function UploadHere() {
  const { library: texts } = useTexts();
  const { uploadPlace, library, own } = useLibraryPlace();
  const target = library ?? own;
  if (!uploadPlace) return null;
  return (
    <UploadMenu place={uploadPlace}>
      {target && (
        <>
          <MenuSeparator />
          <MenuItem icon="records" onSelect={() => libraryDialog.set({ kind: 'import', library: target })}>
            {texts.importMetadata}
          </MenuItem>
        </>
      )}
    </UploadMenu>
  );
}

function NothingHere() {
  const { library: texts } = useTexts();
  const { uploadPlace } = useLibraryPlace();
  return (
    <EmptyState
      icon="folder"
      title={texts.emptyTitle}
      action={uploadPlace && <UploadMenu place={uploadPlace} look="plain" />}
    >
      {uploadPlace ? texts.emptyText : texts.emptyReadOnly}
    </EmptyState>
  );
}

export const libraryListDefinition = {
  ...resourceListDefinition({
    list: libraryResourceList,
    endpoint: listLibraryResources,
    exportEndpoint: exportLibraryResources,
    icon: 'folder',
    FirstEmpty: NothingHere,
  }),
  placedBy: ['library', 'folder'],
  HeaderEnd: UploadHere,
  Tiles: lazyPart(() => import('./resource-tiles.tsx').then((module) => module.ResourceTiles)),
};
