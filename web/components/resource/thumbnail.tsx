import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { ReactNode } from 'react';
import { KindIcon } from './kind-icon.tsx';
import './thumbnail.css';

type Pictured = { kind: ResourceKind; thumbnail: string | null };

/** The picture of a resource over the sign of its kind, which shows where there is none or it does not load. */
export function thumbnail({ kind, thumbnail: address }: Pictured, look: 'row' | 'card' = 'row'): ReactNode {
  return (
    <span className={`thumbnail thumbnail-${look}`}>
      <KindIcon kind={kind} size={look === 'row' ? 15 : 28} />
      {address && (
        <img
          src={apiBase + address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          // A page is known by how it begins.
          style={kind === 'document' ? { objectPosition: 'top' } : undefined}
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

/** Decorative: the title stands beside it. `row` is as high as a line of a list, `card` fills its width at 16:10. */
export function Thumbnail({ resource, look = 'row' }: { resource: Pictured; look?: 'row' | 'card' }): ReactNode {
  return thumbnail(resource, look);
}
