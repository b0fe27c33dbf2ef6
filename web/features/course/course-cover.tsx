import { apiBase } from '@lectern/contract/constants.ts';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import '../../components/resource/thumbnail.css';

/** The cover over the sign of a course, which shows where there is none. Decorative: the name stands beside it. */
export function courseCover(cover: string | null, look: 'row' | 'card' = 'row'): ReactNode {
  return (
    <span className={`thumbnail thumbnail-${look}`}>
      <Icon name="course" size={look === 'row' ? 15 : 28} />
      {cover && (
        <img
          src={apiBase + cover}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}
