import type { Tag } from '@lectern/contract/features/tag.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { panelHref } from './panels.ts';
import type { TagDeed } from './tag-deed.ts';
import { DeleteTagDialog, MergeTagsDialog, RenameTagDialog } from './tag-dialogs.tsx';
import { TagTable } from './tag-table.tsx';
import { useTags } from './use-tags.ts';
import './tag-manager.css';

/** Every tag with how much it is used; editors rename, merge and delete them. */
export function TagManager() {
  const { resourceDeeds, detail } = useTexts();
  const words = resourceDeeds.tagManager;
  const mayManage = hasAbility(useCurrentUser().roleId, 'editor');
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const [chosen, setChosen] = useState<ReadonlyMap<string, Tag>>(new Map());
  const [deed, setDeed] = useState<TagDeed | null>(null);
  const tags = useTags(wanted);
  const rows = tags.data?.pages.flat();
  const close = () => navigate(panelHref(null));
  const end = () => {
    setDeed(null);
    setChosen(new Map());
  };
  const toggle = (tag: Tag) => {
    const next = new Map(chosen);
    if (!next.delete(tag.id)) next.set(tag.id, tag);
    setChosen(next);
  };
  return (
    <Dialog open className="tag-manager" title={words.title} onClose={close}>
      <p>{words.text}</p>
      <div className="tag-manager-bar">
        <TextField label={words.find} type="search" value={text} maxLength={60} onChange={setText} data-first-focus />
        {mayManage && (
          <Button disabled={chosen.size < 2} onClick={() => setDeed({ kind: 'merge' })}>
            {chosen.size < 2 ? words.merge : fillText(words.mergeChosen, { count: chosen.size })}
          </Button>
        )}
      </div>
      {tags.error && (
        <ErrorPanel error={tags.error} onRetry={() => void tags.refetch()} keepsOld={rows !== undefined} />
      )}
      {tags.isPending && (
        <SkeletonRegion className="tag-manager-wait">
          <Skeleton />
          <Skeleton width="80%" />
          <Skeleton width="90%" />
        </SkeletonRegion>
      )}
      {rows?.length === 0 && (
        <EmptyState icon="tag" title={wanted ? words.none : words.empty}>
          {wanted ? undefined : words.emptyText}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <TagTable
          tags={rows}
          chosen={new Set(chosen.keys())}
          onToggle={mayManage ? toggle : undefined}
          onDeed={mayManage ? setDeed : undefined}
        >
          {tags.hasNextPage && (
            <Button busy={tags.isFetchingNextPage} onClick={() => void tags.fetchNextPage()}>
              {detail.showMore}
            </Button>
          )}
        </TagTable>
      )}
      {deed?.kind === 'rename' && <RenameTagDialog tag={deed.tag} onEnd={end} />}
      {deed?.kind === 'delete' && <DeleteTagDialog tag={deed.tag} onEnd={end} />}
      {deed?.kind === 'merge' && <MergeTagsDialog tags={[...chosen.values()]} onEnd={end} />}
    </Dialog>
  );
}
