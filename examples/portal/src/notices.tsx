import type { ReactNode } from 'react';
import type { Asked } from './portal.ts';
import { Link } from './router.tsx';

/** `ofPart`: it stands for a part of a page, which has its own title. */
export function Notice({ title, ofPart, children }: { title: string; ofPart?: boolean; children?: ReactNode }) {
  const Title = ofPart ? 'h2' : 'h1';
  return (
    <div className="notice">
      <Title>{title}</Title>
      {children}
    </div>
  );
}

const reasons: Record<number, [string, string]> = {
  401: ['This site’s key does not count', 'It was revoked or has expired. Whoever runs the site needs a new one.'],
  403: ['This site may not show that', 'Its key lacks the scope for it.'],
  404: ['This is not here (any more)', 'It may have been taken back, or its time is over.'],
  429: ['Too many readers at once', 'Try again in a minute.'],
};

/** What is shown until there is an answer, and when there is none. */
export function Shown<Answer>({ asked, children }: { asked: Asked<Answer>; children: (answer: Answer) => ReactNode }) {
  if (asked.answer !== undefined) return children(asked.answer);
  if (!asked.error) return <output className="waiting" aria-label="Loading" />;
  const [title, text] = reasons[asked.error.status] ?? ['The portal does not answer', 'Try again in a moment.'];
  return (
    <Notice title={title}>
      <p>{text}</p>
      <Link className="button" href="/">
        To the home page
      </Link>
    </Notice>
  );
}
