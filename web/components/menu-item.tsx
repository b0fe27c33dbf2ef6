import { createContext, type KeyboardEvent, type ReactNode, use } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { KeyHint } from './key-hint.tsx';

type ItemProps = {
  icon?: IconName;
  keys?: string;
  /** Set when the item is one of several choices: whether it is the selected one. */
  checked?: boolean;
  /** Shown at the end, such as a count. */
  note?: string;
  look?: 'plain' | 'danger';
  /** Keeps the menu open after a choice, so its effect is visible. */
  keepsOpen?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem(props: ItemProps) {
  const { icon, keys, checked, note, look = 'plain', keepsOpen, onSelect, children } = props;
  const close = use(MenuContext);
  const select = () => {
    if (!keepsOpen) close(true);
    onSelect();
  };
  const choice = checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked };
  return (
    <button
      type="button"
      role="menuitem"
      {...choice}
      tabIndex={-1}
      className={`menu-item menu-item-${look}`}
      onClick={select}
    >
      {icon && <Icon name={icon} />}
      <span className="menu-item-label">{children}</span>
      {note && <span className="menu-item-note">{note}</span>}
      {keys && <KeyHint keys={keys} />}
      {checked !== undefined && <span className="menu-item-mark">{checked && <Icon name="check" />}</span>}
    </button>
  );
}

/** A labelled row of choices, of which one is selected. */
export function MenuChoices({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a menu
    <div role="group" aria-label={label} className="menu-choices">
      <span className="menu-choices-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

export function MenuSeparator() {
  return <hr className="menu-separator" />;
}

/** Closes the surrounding menu. */
export const MenuContext = createContext<(refocus: boolean) => void>(() => undefined);

export const itemSelector = '[role^="menuitem"]:not([aria-disabled="true"])';

/** The item a key moves to: arrows, Home and End move, a letter jumps; undefined for other keys. */
export function itemFor(event: KeyboardEvent, items: HTMLElement[], at: number): HTMLElement | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === 'ArrowDown' || event.key === 'ArrowRight') return items[(at + 1) % items.length];
  if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') return items[(at - 1 + items.length) % items.length];
  if (event.key === 'Home') return items[0];
  if (event.key === 'End') return items.at(-1);
  if (event.key.length !== 1 || event.key === ' ') return undefined;
  const letter = event.key.toLowerCase();
  return [...items.slice(at + 1), ...items].find((item) => item.textContent?.trim().toLowerCase().startsWith(letter));
}
