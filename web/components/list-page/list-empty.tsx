import type { ListPage as ListRows } from '@lectern/contract/list/define-list.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import type { ListDefinition } from './list-definition.ts';
import { placeOf } from './list-definition.ts';
import type { ListPlace } from './use-list-address.ts';

type Props<Row extends { id: string }> = {
  definition: ListDefinition<Row>;
  place: ListPlace;
  page: ListRows<unknown>;
  /** Narrowed by search or filters; the tab doesn't count. */
  narrowed: boolean;
};

/** Says why there are no rows and offers the most useful action. */
export function ListEmpty<Row extends { id: string }>({ definition, place, page, narrowed }: Props<Row>) {
  const texts = useTexts();
  const user = useCurrentUser();
  const { list } = texts;
  const { tabs } = definition.list;
  const { tab } = place.address;
  const whole = wholeTab(tabs);
  const first = definition.first ?? definition.primary;
  const own = definition.texts(texts);
  if (place.address.page > 1)
    return (
      <EmptyState
        icon={definition.icon}
        title={list.emptyPage}
        action={<Button onClick={() => place.change({ page: 1 })}>{list.firstPage}</Button>}
      >
        {list.emptyPageText}
      </EmptyState>
    );
  if (narrowed)
    return (
      <EmptyState
        icon="search"
        title={list.emptyByFilter}
        action={
          <Button
            onClick={() =>
              place.change({
                tab: tabs[0],
                search: '',
                filters: placeOf(definition, place.address.filters),
              })
            }
          >
            {list.clearFilters}
          </Button>
        }
      >
        {list.emptyByFilterText}
      </EmptyState>
    );
  const isTrash = tab === 'trash';
  const words = isTrash
    ? { ...list.emptyTrash, text: fillText(list.emptyTrash.text, { days: user.trashDays }) }
    : own.emptyTabs?.[tab];
  // With a location filter, the tab counts say nothing about rows elsewhere in that location.
  const isPlaced = Object.keys(placeOf(definition, place.address.filters)).length > 0;
  const anyElsewhere = isPlaced ? tab !== whole : page.tabs[whole]?.value !== 0;
  if (isTrash || (anyElsewhere && (words || tab !== tabs[0])))
    return (
      <EmptyState
        icon={definition.icon}
        title={words?.title ?? fillText(list.emptyTab, { tab: own.tabs[tab] ?? tab })}
        action={tab !== whole && <Button onClick={() => place.change({ tab: whole })}>{list.showAll}</Button>}
      >
        {words?.text ?? list.emptyTabText}
      </EmptyState>
    );
  if (definition.FirstEmpty) return <definition.FirstEmpty />;
  return (
    <EmptyState
      icon={definition.icon}
      title={own.emptyTitle}
      action={
        first &&
        first.mayI?.(user) !== false && (
          <Button {...(first.icon && { icon: first.icon })} onClick={() => void first.run({ navigate, user })}>
            {first.label(texts)}
          </Button>
        )
      }
    >
      {own.emptyText}
    </EmptyState>
  );
}

/** The tab that contains all rows, wherever it is in the order. */
export function wholeTab(tabs: readonly [string, ...string[]]): string {
  return tabs.includes('all') ? 'all' : tabs[0];
}
