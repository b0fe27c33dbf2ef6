import { apiBase } from '@lectern/contract/constants.ts';
import type { HomeEntry, HomeThing } from '@lectern/contract/features/home-page.ts';
import type { HomeSource } from '@lectern/contract/features/home-page-states.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import '../../components/resource/thumbnail.css';

const signs: Record<HomeSource, IconName> = {
  resource: 'document',
  course: 'course',
  newest: 'clock',
  mostViewed: 'eye',
  column: 'columns',
};

/** Picture of an entry, with its icon as fallback. */
export function EntryPicture({ entry }: { entry: Pick<HomeEntry, 'source' | 'thing' | 'cover'> }) {
  return <Picture sign={signOf(entry.source, entry.thing)} address={entry.cover ?? entry.thing?.thumbnail ?? null} />;
}

export function signOf(source: HomeSource, thing: Pick<HomeThing, 'resourceKind'> | null): IconName {
  return source === 'resource' ? (thing?.resourceKind ?? 'document') : signs[source];
}

type Props = { sign: IconName; address: string | null; look?: 'row' | 'card' };

/** Decorative, because the title is next to it. */
export function Picture({ sign, address, look = 'row' }: Props) {
  return (
    <span className={`thumbnail thumbnail-${look}`}>
      <Icon name={sign} size={look === 'row' ? 15 : 28} />
      {address && (
        <img
          key={address}
          src={apiBase + address}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          // Shows the top of a page, where its title is.
          style={sign === 'document' ? { objectPosition: 'top' } : undefined}
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}
