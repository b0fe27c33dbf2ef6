import { selectionLimit } from '@lectern/contract/features/operation.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { Fragment } from 'react';
import { isOffered, type RowAction, type RowTarget } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { Button } from '../button.tsx';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';
import { Popover } from '../popover.tsx';
import { countWords } from './count-words.ts';
import type { ListSelection } from './use-selection.ts';
import './selection-bar.css';

type Props<Row extends { id: string }> = {
  selection: ListSelection<Row>;
  target: RowTarget<Row>;
  matching: BoundedCount;
  actions: readonly RowAction<Row>[];
};

/** How many are chosen, the way to choose all that match, and what can be done with them. */
export function SelectionBar<Row extends { id: string }>({ selection, target, matching, actions }: Props<Row>) {
  const texts = useTexts();
  const { list } = texts;
  const format = useFormat();
  const user = useCurrentUser();
  const offered = selection.tooMany ? [] : actions.filter((action) => isOffered(action, { row: undefined }, user));
  const beside = offered.filter((action) => action.handy);
  const rest = offered.filter((action) => !action.handy);
  const more = !matching.exact || matching.value > selection.count;
  const count = countWords(matching, format);
  return (
    <section className="selection-bar" aria-label={list.bulkBar}>
      <b role="status">
        {selection.all && !more
          ? fillText(list.allMatching, { count })
          : fillText(list.selected, { count: format.number(selection.count) })}
      </b>
      {!selection.all && more && (
        <button type="button" className="selection-link" onClick={selection.chooseAll}>
          {fillText(list.selectMatching, { count })}
        </button>
      )}
      <button type="button" className="selection-link" aria-label={list.clearSelection} onClick={selection.clear}>
        {list.clear}
      </button>
      {selection.tooMany && (
        <span role="alert">{fillText(list.tooManySelected, { count: format.number(selectionLimit) })}</span>
      )}
      <div className="selection-actions">
        {beside.map((action) => (
          <Button
            key={action.id}
            size="small"
            look={action.look ?? 'plain'}
            onClick={() => void action.run(target, { navigate, user })}
          >
            {action.label(texts)}
          </Button>
        ))}
        {rest.length > 0 && (
          <Popover
            label={list.moreActions}
            role="menu"
            align="end"
            trigger={(props) => (
              <Button size="small" {...props}>
                {list.moreActions} <span aria-hidden="true">▾</span>
              </Button>
            )}
          >
            {() =>
              rest.map((action, at) => (
                <Fragment key={action.id}>
                  {beginsGroup(rest, at) && <MenuSeparator />}
                  <MenuItem
                    look={action.look ?? 'plain'}
                    {...(action.icon && { icon: action.icon })}
                    onSelect={() => void action.run(target, { navigate, user })}
                  >
                    {action.label(texts)}
                  </MenuItem>
                </Fragment>
              ))
            }
          </Popover>
        )}
      </div>
    </section>
  );
}

/** What can't be taken back stands apart, and so does what the rows' own menu sets apart. */
function beginsGroup<Row>(actions: readonly RowAction<Row>[], at: number): boolean {
  const [action, before] = [actions[at], actions[at - 1]];
  if (!action || !before) return false;
  return action.separated === true || (action.look === 'danger' && before.look !== 'danger');
}
