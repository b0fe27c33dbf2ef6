import { type ReactNode, useId } from 'react';
import './card.css';

type Props = {
  title: string;
  /** One sentence describing the content. */
  text?: ReactNode;
  /** Shown at the right end of the title row. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

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
