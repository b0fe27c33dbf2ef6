import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { updateSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { Status } from '../../../components/status.tsx';
import { stateTones, subtitleHref, trackName } from '../../../components/subtitle/subtitle-href.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { startOn } from '../list/subtitle-dialog.ts';
import type { AddFrom } from './add-language-dialog.tsx';
import type { KnownTracks, OpenedSubtitle } from './desk-context.ts';
import { AddLanguageDialog, RenameDialog } from './later-parts.ts';
import { useRecut } from './use-recut.ts';
import { type SubtitleEdit, showingSubtitles } from './use-subtitle-edit.ts';

type Props = {
  resource: ResourceDetailView;
  known: KnownTracks;
  track: SubtitleTrack;
  live: OpenedSubtitle;
  edit: SubtitleEdit;
  onOpen: () => Promise<void>;
  /** Rendered at the end of the bar. */
  children: ReactNode;
};

/** The video's languages with their states, and actions on the current one. */
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
              <Status tone={stateTones[shown.state]}>{subtitle.states[shown.state]}</Status>
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
      <small>{fillText(subtitle.cues, { count: number(count) })}</small>
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

type TrackMenuProps = {
  edit: SubtitleEdit;
  hasTranscript: boolean;
  onOpen: () => Promise<void>;
  onTranslate: () => void;
};

/** Actions on the current language as a whole. */
function TrackMenu({ edit, hasTranscript, onOpen, onTranslate }: TrackMenuProps) {
  const { subtitle } = useTexts();
  const [asks, setAsks] = useState<'delete' | 'rename' | null>(null);
  const update = useMutationOf(updateSubtitle, { invalidates: showingSubtitles });
  const recut = useRecut(edit, onOpen);
  const [removing, setRemoving] = useState(false);
  const { track, id, readOnly, unsaved } = edit;
  const name = trackName(track);
  const label = fillText(subtitle.trackOptions, { name });
  const removeTrack = async () => {
    setRemoving(true);
    try {
      const target = { selection: { ids: [track.resourceId] }, count: 1, done: () => undefined };
      await startOn('delete', target, { language: track.language });
      navigate(subtitleHref(track.resourceId));
    } catch {
      // The shared failure handler reports the error.
      setRemoving(false);
    }
  };
  return (
    <>
      <Menu
        label={label}
        align="end"
        trigger={(props) => (
          <Button size="small" aria-label={label} {...props}>
            {name} ▾
          </Button>
        )}
      >
        {!track.isDefault && (
          <MenuItem
            icon="check"
            onSelect={() => update.mutate({ params: { id }, body: { isDefault: true, version: track.version } })}
          >
            {subtitle.track.makeDefault}
          </MenuItem>
        )}
        <MenuItem icon="edit" onSelect={() => setAsks('rename')}>
          {subtitle.track.rename}
        </MenuItem>
        <MenuItem icon="language" onSelect={onTranslate}>
          {subtitle.track.translate}
        </MenuItem>
        {hasTranscript && !readOnly && !unsaved && (
          <MenuItem icon="refresh" onSelect={recut.run}>
            {subtitle.track.recut}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon="trash" look="danger" onSelect={() => setAsks('delete')}>
          {subtitle.track.delete}
        </MenuItem>
      </Menu>
      {asks === 'rename' && <RenameDialog track={track} onClose={() => setAsks(null)} />}
      <ConfirmDialog
        open={asks === 'delete'}
        title={fillText(subtitle.track.deleteTitle, { name })}
        confirmLabel={subtitle.track.deleteConfirm}
        look="danger"
        busy={removing}
        onConfirm={() => void removeTrack()}
        onClose={() => setAsks(null)}
      >
        {subtitle.track.deleteText}
      </ConfirmDialog>
    </>
  );
}
