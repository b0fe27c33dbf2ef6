import { type ResourceDetailView, resourcePath } from '@lectern/contract/features/resource.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../components/menu-item.tsx';
import { Popover } from '../../components/popover.tsx';
import { Status } from '../../components/status.tsx';
import type { Walk } from '../../components/walk/walk.ts';
import { WalkButtons } from '../../components/walk/walk-buttons.tsx';
import type { TextSource } from '../../components/work/text-href.ts';
import { formatNames, formatsOf, readingHref } from '../../components/work/text-href.ts';
import { engineWords, languageName } from '../../components/work/work-words.ts';
import { joinFacts } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { RerunDialog, VersionsDialog } from './later-parts.ts';
import type { TextEdit } from './use-text-edit.ts';
import type { KnownVersions } from './use-text-parts.ts';

type Props = {
  resource: ResourceDetailView;
  source: TextSource;
  edit: TextEdit;
  known: KnownVersions;
  walk: Walk;
  open: TextDialog | null;
  onDialog: (open: TextDialog | null) => void;
  /** Rotation used for OCR; null when the resource isn't a picture. */
  rotation: number | null;
};

export type TextDialog = 'versions' | 'rerun' | 'turnLeft' | 'turnRight';

/** Header line: position in the list, title, state, and the next step. */
export function TextHeader({ resource, source, edit, known, walk, open, onDialog: setOpen, rotation }: Props) {
  const { textWork, detail, reading, work } = useTexts();
  const { base } = edit;
  const subtitles = `/app/handle/subtitle?${new URLSearchParams({ id: resource.id })}`;
  const checked = base.checkedAt !== null && !edit.unsaved;
  const facts = [
    base.origin === 'machine' && base.engine ? engineWords(base.engine) : reading.origins[base.origin],
    base.language && languageName(base.language),
    fillText(textWork.versionLine, { number: base.number }),
    checked && base.checkedBy && fillText(reading.checkedBy, { name: base.checkedBy }),
  ];
  return (
    <div className="text-work-head">
      <WalkButtons walk={walk} />
      <h1 title={resource.title}>{resource.title}</h1>
      <Status tone={checked ? 'ok' : 'warn'}>{checked ? textWork.checked : textWork.needsCheck}</Status>
      <small>{joinFacts(facts)}</small>
      <div className="text-work-actions">
        <Button onClick={() => setOpen('versions')}>
          {textWork.versions} <em>{known.versions.length}</em>
        </Button>
        {source === 'speech' && resource.kind === 'video' && (
          <AppLink className="action text-work-wide" to={subtitles} title={textWork.speech.makeSubtitlesHint}>
            {textWork.speech.makeSubtitles}
          </AppLink>
        )}
        {!base.withheld && <ExportMenu id={resource.id} source={source} readingId={base.id} label={reading.export} />}
        <Menu
          label={detail.more}
          align="end"
          trigger={(props) => <IconButton icon="more" label={detail.more} {...props} />}
        >
          <MenuItem icon="document" onSelect={() => navigate(resourcePath(resource))}>
            {textWork.openResource}
          </MenuItem>
          {source === 'speech' && resource.kind === 'video' && (
            <MenuItem icon="video" onSelect={() => navigate(subtitles)}>
              {textWork.speech.makeSubtitles}
            </MenuItem>
          )}
          {known.mayEdit && (
            <>
              <MenuSeparator />
              <MenuItem icon="refresh" onSelect={() => setOpen('rerun')}>
                {source === 'ocr' ? textWork.rerun : textWork.rerunSpeech}
              </MenuItem>
              {rotation !== null && (
                <>
                  <MenuItem icon="undo" onSelect={() => setOpen('turnLeft')}>
                    {textWork.turn.left}
                  </MenuItem>
                  <MenuItem icon="refresh" onSelect={() => setOpen('turnRight')}>
                    {textWork.turn.right}
                  </MenuItem>
                </>
              )}
              {checked && edit.mayCheck && (
                <MenuItem icon="undo" onSelect={() => void edit.uncheck()}>
                  {textWork.uncheck}
                </MenuItem>
              )}
            </>
          )}
        </Menu>
        {known.mayEdit && (
          <>
            <Button
              keys="$mod+s"
              busy={edit.saving}
              disabled={!edit.unsaved || edit.readOnly}
              onClick={() => void edit.save()}
            >
              {textWork.save}
            </Button>
            <Button
              look="primary"
              keys="$mod+Enter"
              busy={edit.saving}
              disabled={!edit.mayCheck}
              title={work.actions.markChecked}
              onClick={() => void edit.checkAndGoOn()}
            >
              {walk.next ? textWork.check : textWork.checkLast}
            </Button>
          </>
        )}
      </div>
      {open === 'versions' && (
        <VersionsDialog resource={resource} source={source} known={known} edit={edit} onClose={() => setOpen(null)} />
      )}
      {open && open !== 'versions' && (
        <RerunDialog
          resource={resource}
          source={source}
          start={open === 'rerun' ? {} : { rotate: ((rotation ?? 0) + (open === 'turnRight' ? 90 : 270)) % 360 }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

type ExportProps = { id: string; source: TextSource; readingId: string; label: string };

function ExportMenu({ id, source, readingId, label }: ExportProps) {
  return (
    <Popover
      label={label}
      role="menu"
      align="end"
      trigger={(props) => (
        <Button icon="download" aria-label={label} {...props}>
          <span className="text-work-label">{label}</span>
        </Button>
      )}
    >
      {(close) =>
        formatsOf[source].map((format) => (
          <a
            key={format}
            role="menuitem"
            className="menu-item"
            href={readingHref(id, source, format, readingId)}
            download
            onClick={() => close()}
          >
            <Icon name="download" />
            {formatNames[format]}
          </a>
        ))
      }
    </Popover>
  );
}
