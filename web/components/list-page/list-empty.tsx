import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import type { ListDefinition } from './list-definition.ts';
import { placeOf } from './place-filters.ts';
import type { ListPlace } from './use-list-address.ts';

type Props<Row extends { id: string }> = { definition: ListDefinition<Row>; place: ListPlace; narrowed: boolean };

/** Why there are no rows, and the one thing that helps. */
export function ListEmpty<Row extends { id: string }>({ definition, place, narrowed }: Props<Row>) {
  const texts = useTexts();
  const user = useCurrentUser();
  const { list } = texts;
  const { primary } = definition;
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
                tab: definition.list.tabs[0],
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
  if (definition.FirstEmpty) return <definition.FirstEmpty />;
  return (
    <EmptyState
      icon={definition.icon}
      title={own.emptyTitle}
      action={
        primary &&
        primary.mayI?.(user) !== false && (
          <Button look="primary" onClick={() => void primary.run({ navigate, user })}>
            {primary.label(texts)}
          </Button>
        )
      }
    >
      {own.emptyText}
    </EmptyState>
  );
}
