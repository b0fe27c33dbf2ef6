import { type ResourceDetailView, resourcePath } from '@lectern/contract/features/resource.ts';
import { burnIn, exportSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { subtitleFormats } from '@lectern/contract/subtitle/subtitle-clock.ts';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { Popover } from '../../../components/popover.tsx';
import { PublishOutOfDate } from '../../../components/subtitle/publish-out-of-date.tsx';
import { trackName } from '../../../components/subtitle/subtitle-href.ts';
import type { Walk } from '../../../components/walk/walk.ts';
import { WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { addressOf } from '../../../lib/callable.ts';
import { joinFacts } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import type { KnownTexts, OpenedSubtitle } from './desk-context.ts';
import { ImportDialog, VersionsDialog } from './later-parts.ts';
import { type SubtitleEdit, showingSubtitles } from './use-subtitle-edit.ts';

type Props = {
  resource: ResourceDetailView;
  edit: SubtitleEdit;
  live: OpenedSubtitle;
  texts: KnownTexts;
  walk: Walk;
  onOpen: () => Promise<void>;
};

/** Header line: position in the list, title, state, and the next step. */
export function SubtitleHeader({ resource, edit, live, texts, walk, onOpen }: Props) {
  const { textWork, subtitle, detail } = useTexts();
  const [open, setOpen] = useState<'versions' | 'import' | 'outOfDate' | null>(null);
  const { base, track, unsaved, readOnly, mayEdit } = edit;
  const done = track.state === 'checked' || track.state === 'published';
  const facts = [subtitle.origins[base.origin], fillText(subtitle.version, { number: base.number })];
  const isPublished = track.state === 'published';
  // Saving unsaved edits brings the track up to date with the transcript, so only a saved track needs the question.
  const publish = () => (track.stale && !unsaved ? setOpen('outOfDate') : void edit.move('publish'));
  return (
    <div className="text-work-head">
      <WalkButtons walk={walk} />
      <h1 title={resource.title}>{resource.title}</h1>
      <small>{joinFacts(facts)}</small>
      <div className="text-work-actions">
        <Button onClick={() => setOpen('versions')}>
          {textWork.versions} <em>{texts.versions.length}</em>
        </Button>
        <ExportMenu id={edit.id} />
        <MoreMenu resource={resource} edit={edit} live={live} onImport={() => setOpen('import')} label={detail.more} />
        {mayEdit && (
          <>
            <Button keys="$mod+s" busy={edit.saving} disabled={!unsaved || readOnly} onClick={() => void edit.save()}>
              {textWork.save}
            </Button>
            <Button
              busy={edit.saving}
              disabled={readOnly || (!isPublished && live.cues.length === 0 && !unsaved)}
              onClick={() => (isPublished ? void edit.move('unpublish') : publish())}
            >
              {isPublished ? subtitle.actions.unpublish : subtitle.actions.publish}
            </Button>
            <Button
              look="primary"
              keys="$mod+Enter"
              busy={edit.saving}
              disabled={readOnly || (done && !unsaved && !walk.next)}
              onClick={() => void edit.checkAndGoOn()}
            >
              {walk.next ? textWork.check : textWork.checkLast}
            </Button>
          </>
        )}
      </div>
      {open === 'versions' && (
        <VersionsDialog edit={edit} texts={texts} onOpen={onOpen} onClose={() => setOpen(null)} />
      )}
      {open === 'outOfDate' && (
        <PublishOutOfDate
          name={trackName(track)}
          busy={edit.saving}
          onPublish={() => void edit.move('publish', { acceptOutOfDate: true }).then(() => setOpen(null))}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'import' && (
        <ImportDialog resourceId={resource.id} edit={edit} onOpen={onOpen} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

type MoreProps = Pick<Props, 'resource' | 'edit' | 'live'> & { label: string; onImport: () => void };

function MoreMenu({ resource, edit, live, label, onImport }: MoreProps) {
  const { textWork, subtitle } = useTexts();
  const burn = useMutationOf(burnIn, { invalidates: showingSubtitles, idempotent: true });
  const { readOnly, unsaved, track } = edit;
  const beginBurning = () => {
    if (unsaved) return notify({ level: 'warning', title: subtitle.burned.unsaved });
    burn.mutate(
      { params: { id: edit.id }, body: {} },
      { onSuccess: () => notify({ level: 'info', title: subtitle.burned.begun }) },
    );
  };
  return (
    <Menu label={label} align="end" trigger={(props) => <IconButton icon="more" label={label} {...props} />}>
      <MenuItem icon="document" onSelect={() => navigate(`${resourcePath(resource)}?tab=subtitles`)}>
        {textWork.openResource}
      </MenuItem>
      {edit.mayEdit && !readOnly && (
        <>
          <MenuSeparator />
          <MenuItem icon="upload" onSelect={onImport}>
            {subtitle.import.action}
          </MenuItem>
          {live.track.cues > 0 && (
            <MenuItem icon="video" onSelect={beginBurning}>
              {subtitle.track.burnIn}
            </MenuItem>
          )}
          {track.state === 'checked' && (
            <MenuItem icon="undo" onSelect={() => void edit.move('uncheck')}>
              {textWork.uncheck}
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  );
}

function ExportMenu({ id }: { id: string }) {
  const { reading } = useTexts();
  return (
    <Popover
      label={reading.export}
      role="menu"
      align="end"
      trigger={(props) => (
        <Button icon="download" aria-label={reading.export} {...props}>
          <span className="text-work-label">{reading.export}</span>
        </Button>
      )}
    >
      {(close) =>
        subtitleFormats.map((format) => (
          <a
            key={format}
            role="menuitem"
            className="menu-item"
            href={addressOf(exportSubtitle, { params: { id }, query: { format } })}
            download
            onClick={() => close()}
          >
            <Icon name="download" />
            {format.toUpperCase()}
          </a>
        ))
      }
    </Popover>
  );
}
