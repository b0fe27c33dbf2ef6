import './brand-mark.css';

export function BrandMark({ size = 20 }: { size?: number }) {
  return (
    <svg className="brand-mark" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <rect width="20" height="20" rx="5" />
      <path d="M5 6.5h10M5 10h10M5 13.500h6" />
    </svg>
  );
}
