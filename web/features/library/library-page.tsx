import type { Library } from '@lectern/contract/features/library.ts';
import {
  exportLibraryResources,
  libraryResourceList,
  listLibraryResources,
} from '@lectern/contract/features/resource.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useEffect } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { countWords } from '../../components/list-page/count-words.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { MenuItem, MenuSeparator } from '../../components/menu-item.tsx';
import { ResourceDialogsHost, useResourceRefresh } from '../../components/resource/list/resource-dialogs-host.tsx';
import { resourceListDefinition } from '../../components/resource/list/resource-list-definition.tsx';
import { languageNames } from '../../components/resource/resource-options.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { DropArea } from '../../components/upload/drop-area.tsx';
import { UploadMenu } from '../../components/upload/upload-menu.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useLanguage, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useStore } from '../../lib/store.ts';
import { closeLibraryDialog, libraryDialog } from './library-dialog.ts';
import { LibraryTree } from './library-tree.tsx';
import { type LibraryPlace, useLibraryPlace } from './use-library-place.ts';
import './library-page.css';

/** Library tree, and a card with the current library. */
function LibrarySide({ place }: { place: LibraryPlace }) {
  const { library: texts } = useTexts();
  const user = useCurrentUser();
  const { libraries, own } = place;
  const library = place.library ?? (place.libraryId ? undefined : own);
  const isAdmin = hasAbility(user.roleId, 'admin');
  return (
    <aside className="library-side" aria-label={texts.tree}>
      <div className="library-side-head">
        <h2>{texts.tree}</h2>
        {library?.mayAdd && (
          <IconButton
            icon="folder"
            label={texts.newFolder}
            onClick={() => libraryDialog.set({ kind: 'newFolder', library, parent: place.folder ?? null })}
          />
        )}
        {isAdmin && (
          <IconButton icon="plus" label={texts.newLibrary} onClick={() => libraryDialog.set({ kind: 'newLibrary' })} />
        )}
      </div>
      {libraries.error && <QueryError query={libraries} keepsOld={libraries.data !== undefined} />}
      {libraries.isPending && (
        <SkeletonRegion className="library-side-skeleton">
          {['70%', '55%', '62%', '48%'].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </SkeletonRegion>
      )}
      {libraries.data && <LibraryTree label={texts.tree} place={place} />}
      {library && <LibraryCard library={library} isOwn={library.id === own?.id} />}
    </aside>
  );
}

const almostFull = 0.9;

/** Details of the current library, such as description, storage and processing rules. */
export function LibraryCard({ library, isOwn }: { library: Library; isOwn: boolean }) {
  const { library: texts } = useTexts();
  const format = useFormat();
  const language = useLanguage();
  const { id, kind, quotaBytes, usedBytes, description, defaultLanguage, mayAdd, mayManage } = library;
  const name = isOwn ? texts.mine : library.name;
  const share = quotaBytes && usedBytes !== null ? usedBytes / quotaBytes : 0;
  const count = fillText(texts.resources, { count: countWords(library.resources, format) });
  return (
    <section className="library-card" aria-label={name}>
      <div className="library-card-head">
        <strong title={name}>{name}</strong>
        {mayManage && (
          <IconButton
            icon="gear"
            label={fillText(texts.settingsTitle, { name })}
            onClick={() => libraryDialog.set({ kind: 'settings', library })}
          />
        )}
      </div>
      <p className="library-card-quiet">
        {texts.kinds[kind]} · {count}
      </p>
      {defaultLanguage && (
        <p className="library-card-quiet">
          {fillText(texts.languageIs, { language: languageNames(language)[defaultLanguage] ?? defaultLanguage })}
        </p>
      )}
      {description && <p className="library-card-text">{description}</p>}
      {quotaBytes !== null && usedBytes !== null && (
        <meter
          className="library-meter"
          aria-label={fillText(texts.usageLabel, { name })}
          min={0}
          max={1}
          high={almostFull}
          optimum={0}
          value={Math.min(1, share)}
        />
      )}
      {usedBytes !== null && (
        <p className="library-card-quiet">
          {quotaBytes === null
            ? fillText(texts.usageFree, { used: format.bytes(usedBytes) })
            : fillText(texts.usage, { used: format.bytes(usedBytes), quota: format.bytes(quotaBytes) })}
          {share >= almostFull && <b className="library-full"> · {texts.almostFull}</b>}
        </p>
      )}
      {!mayAdd && <p className="library-card-quiet">{texts.readOnly}</p>}
      <AppLink className="library-card-link" to={`/app/resource/library?library=${id}&duplicates=yes`}>
        {texts.duplicates}
      </AppLink>
    </section>
  );
}

/** Uploads to the current folder, or to the user's own library. */
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

const libraryListDefinition = {
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

/** Loaded when the first dialog opens. */
const LibraryDialogs = lazyPage(() => import('./library-dialogs.tsx').then((module) => module.LibraryDialogs));

/** Libraries and folders on the left, their resources on the right. */
export function LibraryPage() {
  const place = useLibraryPlace();
  const asking = useStore(libraryDialog) !== null;
  useEffect(() => closeLibraryDialog, []);
  useResourceRefresh();
  return (
    <DropArea place={place.uploadPlace} className="library-page">
      <LibrarySide place={place} />
      <ListPage definition={libraryListDefinition} />
      {asking && <LibraryDialogs />}
      <ResourceDialogsHost />
    </DropArea>
  );
}
