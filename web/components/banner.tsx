import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './banner.css';

type Props = {
  tone: 'info' | 'warning' | 'bad';
  icon?: IconName;
  children: ReactNode;
  /** Buttons at the end of the banner. */
  actions?: ReactNode;
  /** Makes the banner a named region. Without it, the banner is announced when it appears. */
  label?: string;
};

const iconOfTone = { info: 'info', warning: 'warning', bad: 'problem' } as const;

export function Banner({ tone, icon, children, actions, label }: Props) {
  const className = `banner banner-${tone}`;
  const content = (
    <>
      <Icon name={icon ?? iconOfTone[tone]} />
      <div className="banner-text">{children}</div>
      {actions && <div className="banner-actions">{actions}</div>}
    </>
  );
  if (label === undefined) {
    return (
      <div className={className} role="status">
        {content}
      </div>
    );
  }
  return (
    <section className={className} aria-label={label}>
      {content}
    </section>
  );
}
