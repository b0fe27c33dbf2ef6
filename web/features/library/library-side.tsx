import { hasAbility } from '@lectern/contract/roles.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { LibraryCard } from './library-card.tsx';
import { libraryDialog } from './library-dialog.ts';
import { LibraryTree } from './tree/library-tree.tsx';
import type { LibraryPlace } from './use-library-place.ts';

/** Libraries and folders to choose from, and the library one is in. */
export function LibrarySide({ place }: { place: LibraryPlace }) {
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
      {libraries.error && (
        <ErrorPanel
          error={libraries.error}
          keepsOld={libraries.data !== undefined}
          retrying={libraries.isFetching}
          onRetry={() => void libraries.refetch()}
        />
      )}
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
