import { placeQuery, type ResourceRow } from '@lectern/contract/features/resource.ts';
import type { ReactNode } from 'react';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText } from '../../../lib/i18n/use-texts.ts';
import { Icon } from '../../icon.tsx';
import { filterLink, none } from '../../list-page/cells.tsx';
import type { CellContext, ColumnView, ListDefinition } from '../../list-page/list-definition.ts';
import { markedPassage, nearMark, placeWords } from '../passage.tsx';
import { type ResourceListId, resourceHref } from '../resource-href.ts';
import { resourceState } from '../resource-state.tsx';
import { tagChip } from '../tag-chips.tsx';
import { thumbnail } from '../thumbnail.tsx';
import { currentLanguageNames } from './current-language-names.ts';
import { lengthWords } from './length-words.ts';
import { resourceActionsOf } from './resource-actions.ts';
import './resource-list.css';

type Named = { id: string; name: string };

function ago(at: string | null, context: CellContext): ReactNode {
  if (!at) return none(context);
  const { format } = context;
  return (
    <time dateTime={at} title={format.dateTime(at)} className="grid-quiet">
      {format.relativeTime(at)}
    </time>
  );
}

function linked(part: Named | null, filter: string, context: CellContext): ReactNode {
  return part ? filterLink(filter, [part.id], part.name, context) : none(context);
}

/** Marks scheduled publishing or taking offline, with its time. */
function scheduleMark({ publishAt, offlineAt }: ResourceRow, { texts, format }: CellContext): ReactNode {
  if (!publishAt && !offlineAt) return null;
  const words = texts.resourceList;
  const times = {
    publish: publishAt ? format.dateTime(publishAt) : '',
    offline: offlineAt ? format.dateTime(offlineAt) : '',
  };
  const text = publishAt ? (offlineAt ? words.scheduledFor : words.publishesAt) : words.offlineAt;
  const title = fillText(text, times);
  return (
    <span className="resource-mark" role="img" aria-label={title} title={title}>
      <Icon name="clock" size={13} />
    </span>
  );
}

function title(row: ResourceRow, { texts, format }: CellContext): ReactNode {
  return (
    <>
      {thumbnail(row)}
      <span className="grid-name" title={row.fileName === row.title ? row.title : `${row.title}\n${row.fileName}`}>
        {row.title}
      </span>
      {row.passage && (
        <span className="grid-name grid-quiet resource-passage" title={row.passage.text}>
          {placeWords(row.passage, texts, format)} {markedPassage(nearMark(row.passage))}
        </span>
      )}
      {row.starred && (
        <span className="resource-mark resource-mark-star" role="img" aria-label={texts.resourceList.starred}>
          <Icon name="starFilled" size={13} />
        </span>
      )}
    </>
  );
}

const shownTags = 2;

function tags(row: ResourceRow, context: CellContext): ReactNode {
  if (row.tags.length === 0) return none(context);
  const more = row.tags.slice(shownTags);
  return (
    <span className="tag-chips">
      {row.tags
        .slice(0, shownTags)
        .map((tag) => tagChip(tag, ({ id }) => context.filterBy('tag', [id]), context.texts.list.filterBy))}
      {more.length > 0 && (
        <span className="grid-quiet" title={joinNames(more.map(({ name }) => name))}>
          +{more.length}
        </span>
      )}
    </span>
  );
}

function columns(row: ResourceRow, context: CellContext): ReactNode {
  const [first, ...more] = row.columns;
  if (!first) return none(context);
  return (
    <>
      {linked(first, 'column', context)}
      {more.length > 0 && (
        <span className="grid-quiet" title={joinNames(more.map(({ name }) => name))}>
          {' '}
          +{more.length}
        </span>
      )}
    </>
  );
}

const resourceColumns: Record<string, ColumnView<ResourceRow>> = {
  title: { width: 216, grow: 6, cell: title },
  kind: {
    width: 126,
    grow: 0,
    keep: 4,
    cell: (row, context) => (
      <>
        {filterLink('kind', [row.kind], context.texts.resource.kinds[row.kind], context)}{' '}
        <span className="grid-quiet">{row.format.toUpperCase()}</span>
      </>
    ),
  },
  state: {
    width: 152,
    grow: 0,
    keep: 6,
    cell: (row, context) => (
      <span className="resource-state">
        {resourceState(row, context.texts)}
        {scheduleMark(row, context)}
      </span>
    ),
  },
  tags: { width: 134, grow: 1, keep: 2, cell: tags },
  columns: { width: 108, grow: 1, keep: 0, cell: columns },
  library: { width: 120, grow: 1, keep: 1, cell: (row, context) => linked(row.library, 'library', context) },
  owner: {
    width: 108,
    grow: 1,
    keep: 3,
    cell: (row, context) => filterLink('owner', row.owner.id, row.owner.name, context),
  },
  department: { width: 116, keep: 1, cell: (row, context) => linked(row.department, 'department', context) },
  subject: { width: 116, keep: 1, cell: (row, context) => linked(row.subject, 'subject', context) },
  language: {
    width: 96,
    grow: 0,
    cell: (row, context) =>
      row.language
        ? filterLink('language', [row.language], currentLanguageNames()[row.language] ?? row.language, context)
        : none(context),
  },
  licence: {
    width: 128,
    cell: (row, context) =>
      row.licence
        ? filterLink('licence', [row.licence], context.texts.resource.licences[row.licence], context)
        : none(context),
  },
  visibility: {
    width: 104,
    grow: 0,
    cell: (row, context) =>
      filterLink('visibility', [row.visibility], context.texts.resource.visibilities[row.visibility], context),
  },
  length: { width: 124, grow: 0, keep: 3, cell: (row, context) => lengthWords(row, context) ?? none(context) },
  size: { width: 82, grow: 0, keep: 4, greatestFirst: true, cell: (row, { format }) => format.bytes(row.sizeBytes) },
  created: { width: 124, grow: 0, greatestFirst: true, cell: (row, context) => ago(row.createdAt, context) },
  published: { width: 124, grow: 0, cell: (row, context) => ago(row.publishedAt, context) },
  updated: { width: 124, grow: 0, keep: 5, greatestFirst: true, cell: (row, context) => ago(row.updatedAt, context) },
};

type Definition = ListDefinition<ResourceRow>;
type Own = Pick<Definition, 'list' | 'endpoint' | 'exportEndpoint' | 'icon'> &
  Partial<Pick<Definition, 'primary' | 'more' | 'placedBy' | 'HeaderEnd' | 'Tiles' | 'Aside' | 'FirstEmpty'>>;

/** Builds a resource list; all share the same columns, filters and actions. */
export function resourceListDefinition(own: Own): Definition {
  const id = own.list.id as ResourceListId;
  const { usual, inTrash } = resourceActionsOf(id);
  return {
    ...own,
    mainColumn: 'title',
    unsaid: ['counted'],
    opens: true,
    href: (row, query) => withPlace(row, resourceHref(row, { list: id, view: query })),
    labelOf: (row) => row.title,
    twoLines: (row) => row.passage !== undefined,
    columns: resourceColumns,
    actions: usual,
    actionsIn: { trash: inTrash },
    texts: ({ resourceList, resource }) => ({
      ...resourceList[id],
      columns: resourceList.columns,
      tabs: resourceList.tabs,
      filters: resourceList.filters,
      values: {
        without: {
          college: resourceList.filters.college,
          department: resourceList.filters.department,
          subject: resourceList.filters.subject,
        },
        kind: resource.kinds,
        state: resource.states,
        licence: resource.licences,
        visibility: resource.visibilities,
        language: currentLanguageNames(),
      },
    }),
  };
}

/** A search match in the text opens the resource at that place. */
function withPlace({ kind, passage }: ResourceRow, href: string): string {
  const place = passage && placeQuery(kind, passage);
  return place ? `${href}&${place}` : href;
}
