import { Fragment, useEffect } from 'react';
import { isOffered, type RowAction, type RowTarget } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { FloatingPanel } from '../floating-panel.tsx';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';

type Props<Row> = {
  anchor: HTMLElement;
  label: string;
  target: RowTarget<Row>;
  actions: readonly RowAction<Row>[];
  onClose: () => void;
};

/**
 * One menu shared by all rows and anchored at the pressed button: a menu per row would cost more than the row itself.
 */
export function RowMenu<Row>({ anchor, label, target, actions, onClose }: Props<Row>) {
  const texts = useTexts();
  const user = useCurrentUser();
  useEffect(() => {
    anchor.setAttribute('aria-expanded', 'true');
    return () => anchor.removeAttribute('aria-expanded');
  }, [anchor]);
  const offered = actions.filter((action) => isOffered(action, target, user));
  return (
    <FloatingPanel anchor={anchor} label={label} role="menu" align="end" onClose={onClose}>
      {offered.map((action, at) => (
        <Fragment key={action.id}>
          {action.separated && at > 0 && <MenuSeparator />}
          <MenuItem
            look={action.look ?? 'plain'}
            {...(action.icon && { icon: action.icon })}
            {...(action.keys && { keys: action.keys })}
            onSelect={() => void action.run(target, { navigate, user })}
          >
            {action.label(texts)}
          </MenuItem>
        </Fragment>
      ))}
    </FloatingPanel>
  );
}
