import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

type Props = { folder: string; search: string; none: boolean; onClear: () => void };

/** Why there is nothing to see, and what to do about it. */
export function FavouriteEmpty({ folder, search, none, onClear }: Props) {
  const { favourite: words } = useTexts();
  if (search)
    return (
      <EmptyState
        icon="search"
        title={words.emptySearch}
        action={<Button onClick={onClear}>{words.clearSearch}</Button>}
      >
        {words.emptySearchText}
      </EmptyState>
    );
  if (folder === 'flagged')
    return (
      <EmptyState icon="done" title={words.emptyFlagged}>
        {words.emptyFlaggedText}
      </EmptyState>
    );
  if (none || folder === 'all')
    return (
      <EmptyState
        icon="star"
        title={words.emptyTitle}
        action={
          <AppLink className="button button-plain" to="/app/resource/info">
            {words.emptyAction}
          </AppLink>
        }
      >
        {words.emptyText}
      </EmptyState>
    );
  return (
    <EmptyState icon="folder" title={words.emptyFolder}>
      {words.emptyFolderText}
    </EmptyState>
  );
}
