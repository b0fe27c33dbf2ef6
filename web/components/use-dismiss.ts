import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Closes a popover on Escape, or when the user clicks or tabs out of it. */
export function useDismiss(
  open: boolean,
  root: RefObject<HTMLElement | null>,
  close: (refocus: boolean) => void,
  /** The button that opened it; clicks on it are not outside clicks, because it toggles the popover itself. */
  anchor?: HTMLElement,
): void {
  useEffect(() => {
    if (!open) return;
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !root.current?.contains(target) && !anchor?.contains(target);
    const onPointer = (event: PointerEvent) => isOutside(event.target) && close(false);
    const onFocus = (event: FocusEvent) => isOutside(event.target) && close(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close(true);
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [open, root, close, anchor]);
}

/** A button with a panel below it, both inside `root`; `close` can return the focus to the button. */
export function useDropdown(open: boolean, onClose: () => void) {
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(
    (refocus: boolean) => {
      onClose();
      if (refocus) button.current?.focus();
    },
    [onClose],
  );
  useDismiss(open, root, close);
  return { root, button, close };
}
