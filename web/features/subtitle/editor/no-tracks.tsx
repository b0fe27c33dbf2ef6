import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { resourceHref } from '../../../components/resource/resource-href.ts';
import type { Walk } from '../../../components/walk/walk.ts';
import { WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { KnownTracks } from './desk-context.ts';
import { AddLanguageDialog } from './later-parts.ts';

type Props = { resource: ResourceDetailView; known: KnownTracks; walk: Walk };

/** Empty state of a video without subtitles: the ways to create them. */
export function NoTracks({ resource, known, walk }: Props) {
  const { subtitle, textWork } = useTexts();
  const [adding, setAdding] = useState(false);
  return (
    <div className="text-work subtitle-work">
      <div className="text-work-head">
        <WalkButtons walk={walk} />
        <h1 title={resource.title}>{resource.title}</h1>
      </div>
      <EmptyState
        icon="video"
        title={subtitle.noTracks.title}
        action={
          <div className="text-work-actions">
            <AppLink className="action" to={`${resourceHref(resource)}?tab=processing`}>
              {textWork.openResource}
            </AppLink>
            {known.mayEdit && (
              <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
                {subtitle.addLanguage}
              </Button>
            )}
          </div>
        }
      >
        {known.hasTranscript ? subtitle.noTracks.heard : subtitle.noTracks.unheard}
      </EmptyState>
      {adding && (
        <AddLanguageDialog
          resourceId={resource.id}
          known={known}
          source={null}
          start={known.hasTranscript ? 'speech' : 'file'}
          spoken={resource.language}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
