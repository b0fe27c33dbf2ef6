import './badge.css';

/** What a badge shows. The name of its control says the same, as WCAG asks of visible text. */
export const badgeText = (count: number): string => (count > 99 ? '99+' : String(count));

/** A small count on the corner of a control; nothing when there is nothing to count. */
export function Badge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className="badge" aria-hidden="true">
      {badgeText(count)}
    </span>
  );
}
