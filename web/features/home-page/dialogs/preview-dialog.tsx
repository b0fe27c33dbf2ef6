import { type HomePreview, previewHomePage } from '@lectern/contract/features/home-page-publication.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PreviewFields, usePreviewView } from '../../../components/preview-fields.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { Picture } from '../entry-picture.tsx';
import { closeHomeDialog } from '../home-dialog.ts';
import { slotName } from '../home-words.ts';
import './preview.css';

const widths = ['desktop', 'tablet', 'phone'] as const;

/** Preview at a chosen time, audience and screen width. */
export function PreviewDialog({ of: given }: { of: string }) {
  const { homePage } = useTexts();
  const words = homePage.previewing;
  const [of, setOf] = useState(given);
  const view = usePreviewView<(typeof widths)[number]>('desktop');
  const preview = useQuery({
    ...queryOf(previewHomePage, { query: { of, ...view.query } }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const version = /^\d+$/.test(given)
    ? [{ value: given, label: fillText(homePage.versions.version, { number: given }) }]
    : [];
  const slots = preview.data?.slots ?? [];
  const isEmpty = preview.isSuccess && slots.every((slot) => slot.things.length === 0);
  return (
    <Dialog open className="home-dialog home-preview" title={words.title} onClose={closeHomeDialog}>
      <div className="home-preview-bar">
        <SelectField
          label={words.of}
          value={of}
          options={[{ value: 'draft', label: words.draft }, { value: 'published', label: words.published }, ...version]}
          onChange={setOf}
        />
        <PreviewFields fields={view.fields} widths={widths} words={words} />
      </div>
      {preview.error && (
        <ErrorPanel
          error={preview.error}
          keepsOld={preview.data !== undefined}
          onRetry={() => void preview.refetch()}
        />
      )}
      {(preview.data || preview.isPending) && (
        <section
          className={`home-preview-frame home-preview-${view.width}`}
          aria-label={words.frame}
          aria-busy={preview.isFetching || undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and those who have no mouse scroll it by keys
          tabIndex={0}
        >
          <div className="home-preview-page">
            {preview.isPending && (
              <SkeletonRegion className="home-shelf-loading">
                <Skeleton height={160} />
                <Skeleton height={120} />
              </SkeletonRegion>
            )}
            {isEmpty && <EmptyState icon="eye" title={words.empty} />}
            {(isEmpty ? [] : slots).map((slot) => (
              <PreviewSlot key={slot.key} slot={slot} />
            ))}
          </div>
        </section>
      )}
    </Dialog>
  );
}

/** One slot as the site may show it: a banner at full width, other entries as cards. */
function PreviewSlot({ slot }: { slot: HomePreview['slots'][number] }) {
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
