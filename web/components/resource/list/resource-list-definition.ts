import { placeQuery, type ResourceRow } from '@lectern/contract/features/resource.ts';
import type { ListDefinition } from '../../list-page/list-definition.ts';
import { type ResourceListId, resourceHref } from '../resource-href.ts';
import { currentLanguageNames } from './current-language-names.ts';
import { resourceActionsOf } from './resource-actions.ts';
import { resourceColumns } from './resource-columns.tsx';
import './resource-list.css';

type Definition = ListDefinition<ResourceRow>;
type Own = Pick<Definition, 'list' | 'endpoint' | 'exportEndpoint' | 'icon'> &
  Partial<Pick<Definition, 'primary' | 'more' | 'placedBy' | 'HeaderEnd' | 'Tiles' | 'Aside' | 'FirstEmpty'>>;

/** One of the lists of resources: the same columns, filters and actions wherever it stands. */
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

/** What was found in its text is where it opens. */
function withPlace({ kind, passage }: ResourceRow, href: string): string {
  const place = passage && placeQuery(kind, passage);
  return place ? `${href}&${place}` : href;
}
