import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { Status } from '../../../components/status.tsx';
import { subtitleHref } from '../../../components/subtitle/subtitle-href.ts';
import { stateName, stateTones, trackName } from '../../../components/subtitle/track-words.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { AddFrom } from './add-language-dialog.tsx';
import { AddLanguageDialog } from './later-parts.ts';
import type { KnownTracks, OpenedSubtitle } from './opened-subtitle.ts';
import { TrackMenu } from './track-menu.tsx';
import type { SubtitleEdit } from './use-subtitle-edit.ts';

type Props = {
  resource: ResourceDetailView;
  known: KnownTracks;
  track: SubtitleTrack;
  live: OpenedSubtitle;
  edit: SubtitleEdit;
  onOpen: () => Promise<void>;
  /** At the end. */
  children: ReactNode;
};

/** The languages of the video with their states; what concerns the one on screen as a whole. */
export function LanguageBar({ resource, known, track, live, edit, onOpen, children }: Props) {
  const { subtitle } = useTexts();
  const { number } = useFormat();
  const { searchStr } = useLocation();
  const [adding, setAdding] = useState<AddFrom | null>(null);
  const view = new URLSearchParams(searchStr).get('view');
  const count = live.track.cues;
  return (
    <div className="language-bar">
      <nav aria-label={subtitle.languages}>
        {known.tracks.map((one) => {
          const shown = one.id === track.id ? track : one;
          return (
            <AppLink
              key={one.id}
              to={subtitleHref(resource.id, { language: one.language, view })}
              aria-current={one.id === track.id ? 'page' : undefined}
            >
              <b>{trackName(shown)}</b>
              {shown.isDefault && <small>{subtitle.default}</small>}
              <Status tone={stateTones[shown.state]}>{stateName(shown.state)}</Status>
            </AppLink>
          );
        })}
        {known.mayEdit && (
          <Button
            size="small"
            look="quiet"
            icon="plus"
            aria-label={subtitle.addLanguage}
            title={subtitle.addLanguage}
            onClick={() => setAdding('track')}
          >
            <span className="language-add">{subtitle.addLanguage}</span>
          </Button>
        )}
      </nav>
      {children}
      <small>{fillText(count === 1 ? subtitle.oneCue : subtitle.cues, { count: number(count) })}</small>
      {edit.mayEdit && (
        <TrackMenu
          edit={edit}
          hasTranscript={known.hasTranscript}
          onOpen={onOpen}
          onTranslate={() => setAdding('translation')}
        />
      )}
      {adding && (
        <AddLanguageDialog
          resourceId={resource.id}
          known={known}
          source={track}
          start={adding}
          onClose={() => setAdding(null)}
        />
      )}
    </div>
  );
}
