import { type ReactNode, useId } from 'react';
import './card.css';

type Props = {
  title: string;
  /** One sentence of what it holds. */
  text?: ReactNode;
  /** At the right end of the title line. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A titled surface with a hairline around it. */
export function Card({ title, text, aside, className, children }: Props) {
  const id = useId();
  return (
    <section className={`card ${className ?? ''}`} aria-labelledby={id}>
      <div className="card-head">
        <div>
          <h2 id={id}>{title}</h2>
          {text && <p>{text}</p>}
        </div>
        {aside && <div className="card-aside">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
