import { useEffect } from 'react';
import { focusHome } from '../../components/dialog.tsx';

/** Long enough for whatever knows a better place, such as the next row of a list. */
const graceMs = 60;

/**
 * When what had the focus goes away, a step that was taken or a form that is done, keys go on in the panel that it
 * stood in, else in the page's content.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What had the focus, and all that was around it. */
    let line: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restore = () => {
      const isLost = line[0]?.isConnected === false && document.activeElement === document.body;
      if (!isLost || !document.hasFocus()) return;
      const panel = line.find((one) => one.isConnected)?.closest<HTMLElement>('[role="dialog"], [role="menu"]');
      if (!panel) focusHome();
      else {
        panel.tabIndex = -1;
        panel.focus({ preventScroll: true });
      }
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      line = [];
      for (let one = target as Element | null; one; one = one.parentElement) line.push(one);
    };
    const onFocusOut = () => {
      clearTimeout(timer);
      timer = setTimeout(restore, graceMs);
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    // Not every browser tells of a focus that was taken away; at the latest the next key finds it.
    document.addEventListener('keydown', restore, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('keydown', restore, true);
    };
  }, []);
}
