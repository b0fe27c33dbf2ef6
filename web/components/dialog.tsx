import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { useLatest } from '../lib/use-latest.ts';
import { IconButton } from './button.tsx';
import './dialog.css';
import './visually-hidden.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Hides the title bar; the title remains the dialog's accessible name. */
  bare?: boolean;
  className?: string;
  /** Buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  /** Gets the focus on close instead of the element that had it before. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
};

/** A native modal dialog: the browser traps the focus and closes it on Escape. */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null;
}

/**
 * Recovers lost focus: moves it into the topmost dialog, else to the page's `data-focus-home` element, else to the
 * page content.
 */
export function focusHome(): void {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  const home = (
    top
      ? (top.querySelector('[data-focus-home]') ?? top)
      : (document.querySelector('main [data-focus-home]') ?? document.querySelector('main'))
  ) as HTMLElement | null;
  if (!home) return;
  // Set only now, or an opening dialog would focus this element first. Elements already in the tab order stay there.
  if (home.tabIndex < 0) home.tabIndex = -1;
  home.focus({ preventScroll: true });
}

function OpenDialog({ onClose, title, bare, className, footer, returnTo, children }: Omit<Props, 'open'>) {
  const texts = useTexts();
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const latestReturn = useLatest(returnTo);

  useEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    // Otherwise the browser would focus the close button.
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      dialog?.close();
      const next = latestReturn.current?.() ?? opener;
      if (next instanceof HTMLElement && next.isConnected && next !== document.body) next.focus();
      else focusHome();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser turns Escape into the cancel event
    <dialog
      ref={element}
      className={`dialog ${className ?? ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div className="dialog-frame">
        <div className={bare ? 'visually-hidden' : 'dialog-head'}>
          <h2 id={titleId}>{title}</h2>
          {!bare && <IconButton icon="close" label={texts.words.close} onClick={onClose} />}
        </div>
        {bare ? children : <div className="dialog-body">{children}</div>}
        {footer && <div className="dialog-foot">{footer}</div>}
      </div>
    </dialog>
  );
}
