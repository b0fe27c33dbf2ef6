import type { ButtonHTMLAttributes, Ref } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { KeyHint } from './key-hint.tsx';
import './button.css';
import './icon-button.css';
import './spinner.css';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  look?: 'plain' | 'primary' | 'danger' | 'quiet';
  size?: 'normal' | 'small';
  icon?: IconName;
  /** Shortcut shown at the end of the button, in the notation of the action registry. */
  keys?: string;
  /** Shows a spinner and ignores clicks, but keeps the focus, which a disabled button would lose. */
  busy?: boolean;
  submits?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function Button(props: ButtonProps) {
  const { look = 'plain', size = 'normal', icon, keys, busy, submits, className, children, onClick, ...rest } = props;
  const classes = ['button', `button-${look}`, size === 'small' && 'button-small', className].filter(Boolean).join(' ');
  return (
    <button
      {...rest}
      type={submits ? 'submit' : 'button'}
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
      {keys && <KeyHint keys={keys} />}
    </button>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'aria-label'> & {
  icon: IconName;
  /** The accessible name, also shown as a tooltip. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
};

export function IconButton({ icon, label, className, children, ...rest }: IconButtonProps) {
  const classes = ['icon-button', className].filter(Boolean).join(' ');
  return (
    <button title={label} {...rest} type="button" className={classes} aria-label={label}>
      <Icon name={icon} />
      {children}
    </button>
  );
}

/** Decorative: the surrounding element says what is happening. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
