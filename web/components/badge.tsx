import './badge.css';

/** A small count on the corner of a control; nothing when there is nothing to count. */
export function Badge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className="badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}
