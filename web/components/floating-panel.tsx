import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { itemFor, itemSelector, MenuContext } from './menu-item.tsx';
import { useDismiss } from './use-dismiss.ts';
import './menu.css';
import './floating-panel.css';

type Props = {
  /** The element it is positioned at; gets the focus back. */
  anchor: HTMLElement;
  label: string;
  /** A menu is navigated with arrow keys; a dialog is a small form. */
  role: 'menu' | 'dialog';
  align?: 'start' | 'end';
  id?: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
};

const gap = 6;
const edge = 8;
const focusable = '[data-first-focus], input:not([type="hidden"]), button, select, textarea, a[href]';

/** A panel at its anchor that scroll containers don't clip. Escape, or a click or focus elsewhere, closes it. */
export function FloatingPanel({ anchor, label, role, align = 'start', id, className, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const close = useCallback(
    (refocus: boolean) => {
      if (refocus) anchor.focus();
      onClose();
    },
    [anchor, onClose],
  );
  useDismiss(true, panel, close, anchor);

  useLayoutEffect(() => {
    const put = () => panel.current && setPlace(placeAt(anchor, panel.current, align));
    put();
    window.addEventListener('resize', put);
    window.addEventListener('scroll', put, true);
    return () => {
      window.removeEventListener('resize', put);
      window.removeEventListener('scroll', put, true);
    };
  }, [anchor, align]);

  const placed = place !== null;
  // An element that isn't visible yet can't take the focus.
  useEffect(() => {
    if (!placed) return;
    const first = role === 'menu' ? itemSelector : focusable;
    const target = panel.current?.querySelector<HTMLElement>('[data-first-focus]');
    // While its choices load, the panel itself takes the focus; otherwise the focus would be elsewhere and close the
    // panel.
    (target ?? panel.current?.querySelector<HTMLElement>(first) ?? panel.current)?.focus();
  }, [role, placed]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (role !== 'menu') return;
    const items = [...(panel.current?.querySelectorAll<HTMLElement>(itemSelector) ?? [])];
    const target = itemFor(event, items, items.indexOf(document.activeElement as HTMLElement));
    if (!target) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <MenuContext value={close}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a menu or a dialog */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both take a name */}
      <div
        ref={panel}
        id={id}
        role={role}
        aria-label={label}
        tabIndex={-1}
        className={`menu-list floating-panel ${className ?? ''}`}
        style={place ?? { visibility: 'hidden' }}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </MenuContext>
  );
}

/** Below the anchor, or above it where there is more space; always inside the window. */
function placeAt(anchor: HTMLElement, panel: HTMLElement, align: 'start' | 'end'): { left: number; top: number } {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const wanted = align === 'end' ? at.right - width : at.left;
  const below = at.bottom + gap;
  const fitsBelow = below + height <= window.innerHeight - edge || at.top < window.innerHeight - at.bottom;
  return {
    left: Math.max(edge, Math.min(wanted, window.innerWidth - width - edge)),
    top: Math.max(edge, fitsBelow ? Math.min(below, window.innerHeight - height - edge) : at.top - gap - height),
  };
}
