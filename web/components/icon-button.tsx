import type { ButtonHTMLAttributes, Ref } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './icon-button.css';

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'aria-label'> & {
  icon: IconName;
  /** Read by screen readers and shown as a tooltip. */
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
