import { useEffect } from 'react';
import { focusHome } from '../../components/dialog.tsx';

/** Long enough for whatever knows a better place, such as the next row of a list. */
const graceMs = 60;

/** Goes on from the page's content when what had the focus went away: a step that was taken, a form that is done. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restore = () => {
      const isLost = last instanceof Node && !last.isConnected && document.activeElement === document.body;
      if (isLost && document.hasFocus()) focusHome();
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target;
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
