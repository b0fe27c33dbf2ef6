import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { useLatest } from '../lib/use-latest.ts';
import { IconButton } from './icon-button.tsx';
import './dialog.css';
import './visually-hidden.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Hides the title bar; the title still names the dialog. */
  bare?: boolean;
  className?: string;
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  /** Who gets the focus afterwards, if not whoever had it before. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
};

/** A native modal dialog: the browser keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null;
}

/** Where keys go on when what had the focus is gone: the dialog below, else the page's content. */
function focusHome(): HTMLElement | null | undefined {
  const below = [...document.querySelectorAll('dialog[open]')].at(-1);
  return (below ?? document).querySelector<HTMLElement>(below ? '[data-focus-home]' : 'main');
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
    // The browser would focus the button that closes it.
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      dialog?.close();
      const next = latestReturn.current?.() ?? opener;
      const isThere = next instanceof HTMLElement && next.isConnected && next !== document.body;
      (isThere ? next : focusHome())?.focus();
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
