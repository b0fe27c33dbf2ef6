import { Dialog } from '../../components/dialog.tsx';
import { KeyHint, keyNames } from '../../components/key-hint.tsx';
import { type Action, useActions } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import './shortcuts-dialog.css';

type Shortcut = { id: string; label: string; keys: string };
const groupOrder = ['navigate', 'create', 'rows', 'view', 'account', 'help'] as const satisfies Action['group'][];

/** Every registered action that has keys and that this person may do. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useTexts();
  const user = useCurrentUser();
  const { shell } = texts;
  const withKeys = useActions().filter((action) => action.keys && action.mayI?.(user) !== false);
  const shortcutsOf = (group: Action['group']): Shortcut[] =>
    withKeys
      .filter((action) => action.group === group)
      .map((action) => ({ id: action.id, label: action.label(texts), keys: action.keys ?? '' }));
  const inMenus: Shortcut[] = [
    { id: 'move', label: shell.keysMove, keys: 'ArrowUp ArrowDown' },
    { id: 'choose', label: shell.keysChoose, keys: 'Enter' },
    { id: 'close', label: shell.keysClose, keys: 'Escape' },
  ];
  return (
    <Dialog open={open} title={shell.shortcuts} onClose={onClose} className="shortcuts-dialog">
      <p>{shell.shortcutsIntro}</p>
      {groupOrder.map((group) => (
        <ShortcutGroup key={group} title={shell.actionGroups[group]} shortcuts={shortcutsOf(group)} />
      ))}
      <ShortcutGroup title={shell.inMenus} shortcuts={inMenus} />
    </Dialog>
  );
}

function ShortcutGroup({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  if (shortcuts.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(({ id, label, keys }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <KeyHint keys={keys} />
              <span className="visually-hidden">
                {keys
                  .split(' ')
                  .flatMap((press) => keyNames(press))
                  .join(' ')}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
