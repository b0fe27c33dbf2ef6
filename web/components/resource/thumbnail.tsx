import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import './thumbnail.css';

type Pictured = { kind: ResourceKind; thumbnail: string | null };

type Look = 'row' | 'card';
export const signSize = { row: 15, card: 28 };

/** An image over an icon; the icon shows when there is no image or it fails to load. */
export function pictureOver(sign: ReactNode, address: string | null, look: Look, isPage = false): ReactNode {
  return (
    <span className={`thumbnail thumbnail-${look}`}>
      {sign}
      {address && (
        <img
          src={apiBase + address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          // Documents are recognised by the top of their first page.
          style={isPage ? { objectPosition: 'top' } : undefined}
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

/** The thumbnail of a resource over the icon of its kind. */
export function thumbnail({ kind, thumbnail: address }: Pictured, look: Look = 'row'): ReactNode {
  return pictureOver(<KindIcon kind={kind} size={signSize[look]} />, address, look, kind === 'document');
}

/** Thumbnail and title in a list row; a plain function, because thousands of cells call it. */
export function titled(resource: Pictured & { title: string }): ReactNode {
  return (
    <>
      {thumbnail(resource)}
      <span className="grid-name" title={resource.title}>
        {resource.title}
      </span>
    </>
  );
}

/** Decorative: the title is shown beside it. `row` is as high as a list row; `card` fills its width at 16:10. */
export function Thumbnail({ resource, look = 'row' }: { resource: Pictured; look?: 'row' | 'card' }): ReactNode {
  return thumbnail(resource, look);
}

/** Decorative: the kind is named beside it. */
export function KindIcon({ kind, size = 16 }: { kind: ResourceKind; size?: number }) {
  return <Icon name={kind} size={size} />;
}
