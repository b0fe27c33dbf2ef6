import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './empty-state.css';

type Props = { icon: IconName; title: string; children?: ReactNode; action?: ReactNode };

/** Says what belongs here and offers the first thing to do. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className="empty-state">
      <span className="empty-state-icon">
        <Icon name={icon} size={20} />
      </span>
      <strong>{title}</strong>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
