import type { HomePreview } from '@lectern/contract/features/home-page-publication.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { Picture } from '../entry-picture.tsx';
import { slotName } from '../home-words.ts';

/** One slot as the front site may show it: a banner wide, the others as cards. */
export function PreviewSlot({ slot }: { slot: HomePreview['slots'][number] }) {
  const { homePage, resource } = useTexts();
  const words = homePage.previewing;
  const isBanner = slot.key === 'banner' || slot.key.startsWith('banner-');
  return (
    <section className="home-preview-slot" aria-label={slotName(slot.name)}>
      <h3>
        {slotName(slot.name)}
        {slot.onFallback && slot.things.length > 0 && <small>{words.fallback}</small>}
      </h3>
      {slot.things.length === 0 ? (
        <p className="home-preview-none">{words.emptySlot}</p>
      ) : (
        <ul className={isBanner ? 'home-preview-banner' : 'home-preview-cards'}>
          {slot.things.map((thing) => (
            <li key={`${thing.kind}:${thing.id}`}>
              <Picture
                look="card"
                sign={thing.kind === 'course' ? 'course' : (thing.resourceKind ?? 'document')}
                address={thing.picture}
              />
              <strong title={thing.title}>{thing.title}</strong>
              <span>{thing.resourceKind ? resource.kinds[thing.resourceKind] : homePage.sources.course}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
