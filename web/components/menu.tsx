import { type KeyboardEvent, type ReactNode, type Ref, useCallback, useEffect, useId, useRef, useState } from 'react';
import { itemFor, itemSelector, MenuContext } from './menu-item.tsx';
import { useDismiss } from './use-dismiss.ts';
import './menu.css';

type TriggerProps = {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type Props = {
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

/** A button with a menu: arrow keys move, a letter jumps, Escape returns to the button. */
export function Menu({ label, trigger, align = 'start', className, children }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const close = useCallback((refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  }, []);
  useDismiss(open, root, close);

  useEffect(() => {
    if (open) list.current?.querySelector<HTMLElement>(itemSelector)?.focus();
  }, [open]);

  const move = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>(itemSelector) ?? [])];
    const target = itemFor(event, items, items.indexOf(document.activeElement as HTMLElement));
    if (!target) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <div className="menu" ref={root}>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen((was) => !was),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {open && (
        <MenuContext value={close}>
          <div
            id={id}
            ref={list}
            role="menu"
            tabIndex={-1}
            aria-label={label}
            className={`menu-list menu-${align} ${className ?? ''}`}
            onKeyDown={move}
          >
            {children}
          </div>
        </MenuContext>
      )}
    </div>
  );
}
