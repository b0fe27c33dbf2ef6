import { resourceList } from '@lectern/contract/features/resource.ts';
import { listTags, type Tag } from '@lectern/contract/features/tag.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { SmallTable } from '../../../components/small-table.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { queryKeyOf } from '../../../lib/queries.ts';
import { panelHref } from './panels.ts';
import { DeleteTagDialog, MergeTagsDialog, RenameTagDialog } from './tag-dialogs.tsx';
import './tag-manager.css';

/** All tags with their use count; editors can rename, merge and delete them. */
export function TagManager() {
  const { resourceDialogs, detail } = useTexts();
  const words = resourceDialogs.tagManager;
  const mayManage = hasAbility(useCurrentUser().roleId, 'editor');
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const [chosen, setChosen] = useState<ReadonlyMap<string, Tag>>(new Map());
  const [action, setAction] = useState<TagAction | null>(null);
  const tags = useTags(wanted);
  const rows = tags.data?.pages.flat();
  const close = () => navigate(panelHref(null));
  const end = () => {
    setAction(null);
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
          <Button disabled={chosen.size < 2} onClick={() => setAction({ kind: 'merge' })}>
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
          onAction={mayManage ? setAction : undefined}
        >
          {tags.hasNextPage && (
            <Button busy={tags.isFetchingNextPage} onClick={() => void tags.fetchNextPage()}>
              {detail.showMore}
            </Button>
          )}
        </TagTable>
      )}
      {action?.kind === 'rename' && <RenameTagDialog tag={action.tag} onEnd={end} />}
      {action?.kind === 'delete' && <DeleteTagDialog tag={action.tag} onEnd={end} />}
      {action?.kind === 'merge' && <MergeTagsDialog tags={[...chosen.values()]} onEnd={end} />}
    </Dialog>
  );
}

const pageSize = 100;

type Pages = InfiniteData<Tag[], string | undefined>;
type Key = readonly [string, 'pages'];

/** Tags whose name contains the text, most used first, page by page. */
function useTags(text: string) {
  const query = { text, pageSize };
  return useInfiniteQuery<Tag[], ApiError, Pages, Key, string | undefined>({
    queryKey: [queryKeyOf(listTags, { query })[0], 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listTags, { query: { ...query, ...(pageParam && { after: pageParam }) } }, { signal, quiet: true }),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
}

type Props = {
  tags: readonly Tag[];
  chosen: ReadonlySet<string>;
  /** Undefined when the user can only view tags. */
  onToggle: ((tag: Tag) => void) | undefined;
  onAction: ((action: TagAction) => void) | undefined;
  /** Shown below the last tag. */
  children?: ReactNode;
};

function TagTable({ tags, chosen, onToggle, onAction, children }: Props) {
  const { resourceDialogs } = useTexts();
  const words = resourceDialogs.tagManager;
  const format = useFormat();
  return (
    <div className="tag-manager-scroll">
      <SmallTable
        parentScrolls
        className="tag-manager-table"
        columns={[...(onToggle ? [null] : []), words.name, { number: words.resources }, ...(onAction ? [null] : [])]}
      >
        {tags.map((tag) => (
          <tr key={tag.id}>
            {onToggle && (
              <td>
                <input
                  type="checkbox"
                  className="grid-checkbox"
                  aria-label={fillText(words.choose, { name: tag.name })}
                  checked={chosen.has(tag.id)}
                  onChange={() => onToggle(tag)}
                />
              </td>
            )}
            <td className="table-strong">{tag.name}</td>
            <td className="tag-manager-count">
              <AppLink
                to={`${resourceList.page}?tag=${tag.id}`}
                aria-label={labelled(fillText(words.show, { name: tag.name }), countWords(tag.resources, format))}
              >
                {countWords(tag.resources, format)}
              </AppLink>
            </td>
            {onAction && (
              <td className="tag-manager-actions">
                <IconButton
                  icon="edit"
                  label={fillText(words.renameOf, { name: tag.name })}
                  onClick={() => onAction({ kind: 'rename', tag })}
                />
                <IconButton
                  icon="trash"
                  label={fillText(words.deleteOf, { name: tag.name })}
                  onClick={() => onAction({ kind: 'delete', tag })}
                />
              </td>
            )}
          </tr>
        ))}
      </SmallTable>
      {children}
    </div>
  );
}

type TagAction = { kind: 'rename' | 'delete'; tag: Tag } | { kind: 'merge' };
