import './badge.css';

/** The text in a badge. The control's accessible name contains the same text, as WCAG requires for visible text. */
export const badgeText = (count: number): string => (count > 99 ? '99+' : String(count));

/** A small count on the corner of a control; hidden at zero. `quiet` is for counts that need no attention now. */
export function Badge({ count, look = 'loud' }: { count: number; look?: 'loud' | 'quiet' }) {
  if (count <= 0) return null;
  return (
    <span className={look === 'quiet' ? 'badge badge-quiet' : 'badge'} aria-hidden="true">
      {badgeText(count)}
    </span>
  );
}
