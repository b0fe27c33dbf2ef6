import type { Kind } from './portal.ts';

const paths: Record<Kind | 'course', string> = {
  video: 'M4 5h16v14H4z M10 9l5 3-5 3z',
  audio: 'M4 10v4 M8 7v10 M12 4v16 M16 7v10 M20 10v4',
  document: 'M6 3h8l4 4v14H6z M14 3v4h4 M9 12h6 M9 16h6',
  image: 'M4 5h16v14H4z M4 16l5-5 4 4 3-3 4 4 M15 9h.01',
  course: 'M3 8l9-4 9 4-9 4z M7 10v5c3 2 7 2 10 0v-5',
};

export function KindIcon({ kind }: { kind: Kind | 'course' }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[kind]} strokeLinecap="round" />
    </svg>
  );
}

export function SearchIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
      <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z M15.5 15.5L20 20" />
    </svg>
  );
}
