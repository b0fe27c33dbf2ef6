import { type BoundedCount, exportFormats } from '@lectern/contract/list/define-list.ts';
import { printView } from '@lectern/contract/list/list-address.ts';
import { addressOf, type Callable } from '../../lib/callable.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { PageHeader } from '../page-header.tsx';
import { Popover } from '../popover.tsx';
import { countWords } from './count-words.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ListPlace } from './use-list-address.ts';
import type { ListColumns, ListViews } from './use-list-columns.ts';
import { ViewsMenu } from './views-menu.tsx';

type Props<Row extends { id: string }> = {
  definition: ListDefinition<Row>;
  place: ListPlace;
  views: ListViews;
  columns: ListColumns;
  total: BoundedCount | undefined;
  matching: BoundedCount | undefined;
  /** Narrowed by search or filters; the tab doesn't count. */
  narrowed: boolean;
};

/** Title and count, saved views, export, and page actions with the primary one last. */
export function ListHeader<Row extends { id: string }>(props: Props<Row>) {
  const { definition, place, views, columns, total, matching, narrowed } = props;
  const texts = useTexts();
  const format = useFormat();
  const user = useCurrentUser();
  const actions = [...(definition.more ?? []), ...(definition.primary ? [definition.primary] : [])];
  const words = (count: BoundedCount) => countWords(count, format);
  // Some tabs, such as system emails, are not part of the total.
  const outside = total && matching && matching.value > total.value;
  const part = narrowed && total && matching && { count: words(matching), total: words(total) };
  const meta = outside ? words(matching) : part ? fillText(texts.list.countOf, part) : total && words(total);
  return (
    <PageHeader title={definition.texts(texts).title} meta={meta}>
      <ViewsMenu views={views} columns={columns} place={place} />
      <ExportMenu
        endpoint={definition.exportEndpoint}
        view={printView(definition.list, place.address)}
        columns={columns.order}
        count={matching}
      />
      {actions
        .filter((action) => action.mayI?.(user) !== false)
        .map((action) => {
          const idle = total && action.idle?.(texts, total.value);
          return (
            <Button
              key={action.id}
              look={action === definition.primary ? 'primary' : 'plain'}
              {...(action.icon && { icon: action.icon })}
              disabled={idle !== undefined}
              title={idle}
              onClick={() => void action.run({ navigate, user })}
            >
              {action.label(texts)}
            </Button>
          );
        })}
      {definition.HeaderEnd && <definition.HeaderEnd />}
    </PageHeader>
  );
}

type ExportMenuProps = {
  endpoint: Callable;
  /** The view as query parameters. */
  view: Record<string, string>;
  columns: readonly string[];
  count: BoundedCount | undefined;
};

/** Exports the view's rows with the visible columns, as a file downloaded by the browser. */
function ExportMenu({ endpoint, view, columns, count }: ExportMenuProps) {
  const { list } = useTexts();
  const format = useFormat();
  const nothing = count?.value === 0;
  return (
    <Popover
      label={list.export}
      role="menu"
      align="end"
      trigger={(props) => (
        <Button icon="download" disabled={nothing} {...props}>
          {list.export}
        </Button>
      )}
    >
      {(close) => (
        <>
          {count && <div className="menu-note">{fillText(list.exportRows, { count: countWords(count, format) })}</div>}
          {exportFormats.map((kind) => (
            <a
              key={kind}
              role="menuitem"
              className="menu-item"
              tabIndex={-1}
              href={addressOf(endpoint, { query: { ...view, format: kind, columns: columns.join(',') } })}
              download
              onClick={close}
            >
              <Icon name="download" />
              <span className="menu-item-label">{list.exportAs[kind]}</span>
            </a>
          ))}
        </>
      )}
    </Popover>
  );
}
