import { type ReactNode, type RefObject, useCallback, useId, useRef, useState } from 'react';
import { FloatingPanel } from './floating-panel.tsx';

type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
};

type Props = {
  label: string;
  role?: 'menu' | 'dialog';
  align?: 'start' | 'end';
  className?: string;
  onClosed?: () => void;
  trigger: (props: TriggerProps) => ReactNode;
  /** Receives a function that closes the popover and returns the focus to the button. */
  children: (close: () => void) => ReactNode;
};

/** A button with a small panel for a form (`dialog`) or choices (`menu`). */
export function Popover(props: Props) {
  const { label, role = 'dialog', align, className, onClosed, trigger, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = useCallback(() => {
    setAnchor(null);
    onClosed?.();
  }, [onClosed]);
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': role,
        'aria-expanded': anchor !== null,
        'aria-controls': anchor ? id : undefined,
        onClick: () => (anchor ? close() : setAnchor(button.current)),
      })}
      {anchor && (
        <FloatingPanel
          id={id}
          anchor={anchor}
          label={label}
          role={role}
          onClose={close}
          {...(align && { align })}
          {...(className && { className })}
        >
          {children(() => {
            anchor.focus();
            close();
          })}
        </FloatingPanel>
      )}
    </>
  );
}
