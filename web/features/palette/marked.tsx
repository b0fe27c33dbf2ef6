import { Fragment } from 'react';

/** A text in which the words that were looked for stand out. */
export function Marked({ text, wanted }: { text: string; wanted: string }) {
  const words = wanted
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return text;
  // Splitting by a group keeps what was found: every second part.
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'gi'));
  return parts.map((part, at) => {
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <mark key={key}>{part}</mark> : <Fragment key={key}>{part}</Fragment>;
  });
}
