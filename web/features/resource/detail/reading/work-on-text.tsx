import { mayOpenPath } from '@lectern/contract/access.ts';
import type { Reading } from '@lectern/contract/features/reading.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { useSyncExternalStore } from 'react';
import { AppLink } from '../../../../components/app-link.tsx';
import { Icon } from '../../../../components/icon.tsx';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { textHrefAt } from '../../../../components/work/text-href.ts';
import { useCurrentUser } from '../../../../lib/current-user.tsx';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';

type Props = { resource: { id: string; kind: ResourceKind }; reading: Reading; link: ViewerLink };

const pages = { ocr: '/app/handle/img', speech: '/app/handle/asr' } as const;

/** To the page on which the text is checked and mended, at the very place that one is at. */
export function WorkOnText({ resource, reading: { source }, link }: Props) {
  const { reading } = useTexts();
  const me = useCurrentUser();
  const placeOf = () => {
    const { page, second } = link.place.get();
    const mark = link.mark.get();
    return textHrefAt(resource, source === 'speech' ? { second } : { page: mark?.page ?? page, ...mark });
  };
  const href = useSyncExternalStore((changed) => {
    const stops = [link.place.subscribe(changed), link.mark.subscribe(changed)];
    return () => {
      for (const stop of stops) stop();
    };
  }, placeOf);
  if (source === 'document' || !mayOpenPath(me, pages[source])) return null;
  return (
    <AppLink className="icon-button" to={href} aria-label={reading.workOnText} title={reading.workOnText}>
      <Icon name="edit" />
    </AppLink>
  );
}
