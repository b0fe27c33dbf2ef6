import { updateSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { subtitleHref } from '../../../components/subtitle/subtitle-href.ts';
import { trackName } from '../../../components/subtitle/track-words.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { startOn } from '../list/subtitle-dialog.ts';
import { RenameDialog } from './later-parts.ts';
import { useRecut } from './use-recut.ts';
import { type SubtitleEdit, showingSubtitles } from './use-subtitle-edit.ts';

type Props = {
  edit: SubtitleEdit;
  hasTranscript: boolean;
  onOpen: () => Promise<void>;
  onTranslate: () => void;
};

/** What can be done with the language on screen as a whole. */
export function TrackMenu({ edit, hasTranscript, onOpen, onTranslate }: Props) {
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
      // Why it was refused is told by the shared handling of failures.
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
