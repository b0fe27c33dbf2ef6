import type { ReactNode } from 'react';
import type { Asked } from './portal.ts';
import { Link } from './router.tsx';

/** `ofPart`: the notice is part of a page that already has a heading. */
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
  401: ['This site can’t connect', 'Its API key was revoked or has expired. The site’s owner needs a new one.'],
  403: ['This site can’t show this', 'Its API key doesn’t have the required scope.'],
  404: ['Not available', 'It may have been unpublished, or the link is wrong.'],
  429: ['Too many requests', 'Try again in a minute.'],
};

/** Shows a loading state or an error until the answer is there. */
export function Shown<Answer>({ asked, children }: { asked: Asked<Answer>; children: (answer: Answer) => ReactNode }) {
  if (asked.answer !== undefined) return children(asked.answer);
  if (!asked.error) return <output className="waiting" aria-label="Loading" />;
  const [title, text] = reasons[asked.error.status] ?? ['Couldn’t reach the portal', 'Try again shortly.'];
  return (
    <Notice title={title}>
      <p>{text}</p>
      <Link className="button" href="/">
        Go to home page
      </Link>
    </Notice>
  );
}
