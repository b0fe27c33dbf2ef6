import { listLibraries } from '@lectern/contract/features/library.ts';
import type { Person } from '@lectern/contract/features/people.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { startUpload, type UploadFile } from '../../../lib/uploads.ts';
import { fromZonedInput, toZonedInput, zoneName } from '../../../lib/zoned-time.ts';
import { Button } from '../../button.tsx';
import { Dialog } from '../../dialog.tsx';
import { ErrorPanel } from '../../error-panel.tsx';
import { FormDialog } from '../../form-dialog.tsx';
import { PersonField } from '../../person-picker.tsx';
import { TextField } from '../../text-field.tsx';
import { FileDrop } from '../../upload/drop-area.tsx';
import { MoveDialog } from '../move-dialog.tsx';
import { type Place, PlaceChooser } from '../place-chooser.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { noTagChange, TagChanges, tagChangeOf } from './edit-fields.tsx';
import { ChapterDialog, ColumnDialog, RecommendDialog } from './place-dialogs.tsx';
import type { AskingMove } from './resource-dialog.ts';
import { closeResourceDialog, type ResourceTarget, resourceDialog } from './resource-dialog.ts';
import { useResourceStart, useSelectionDescription, useWhat } from './use-resource-start.ts';
import './resource-dialogs.css';

export function ResourceDialogs() {
  const open = useStore(resourceDialog);
  switch (open?.kind) {
    case 'move':
      return <MoveManyDialog key={open.move} move={open.move} target={open.target} />;
    case 'edit':
      return <EditDialog target={open.target} />;
    case 'tags':
      return <TagsDialog target={open.target} />;
    case 'schedule':
      return <ScheduleDialog target={open.target} />;
    case 'place':
      return <PlaceDialog action={open.action} target={open.target} />;
    case 'owner':
      return <OwnerDialog target={open.target} />;
    case 'column':
      return <ColumnDialog action={open.action} target={open.target} />;
    case 'chapter':
      return <ChapterDialog target={open.target} />;
    case 'recommend':
      return <RecommendDialog target={open.target} />;
    case 'upload':
      return <UploadDialog />;
    default:
      return null;
  }
}

/** Confirms a move of one or many resources, which then runs as an operation. */
function MoveManyDialog({ move, target }: { move: AskingMove; target: ResourceTarget }) {
  const format = useFormat();
  const { busy, start } = useResourceStart(move, target);
  return (
    <MoveDialog
      move={move}
      resource={target.row}
      count={format.number(target.count)}
      busy={busy}
      onConfirm={({ reason }) => void start(reason === undefined ? undefined : { reason })}
      onClose={closeResourceDialog}
    />
  );
}

/** Chooses files and their destination; the upload tray uploads them. */
function UploadDialog() {
  const { resourceDialogs } = useTexts();
  const words = resourceDialogs.upload;
  const libraries = useQuery(queryOf(listLibraries, {}, { quiet: true }));
  const [chosen, setPlace] = useState<Place | null>(null);
  // Preselects the first library the user may add to; their own is listed first.
  const usual = libraries.data?.find(({ mayAdd }) => mayAdd);
  const place = chosen ?? (usual ? { libraryId: usual.id, folderId: null } : null);
  const send = (files: readonly UploadFile[]) => {
    if (!place || files.length === 0) return;
    startUpload({ files, ...place });
    closeResourceDialog();
  };
  return (
    <Dialog open className="resource-question" title={words.title} onClose={closeResourceDialog}>
      <p>{words.text}</p>
      <PlaceChooser value={place} onChange={setPlace} />
      <FileDrop look="primary" label={words.choose} text={words.drop} disabled={!place} onFiles={send} />
    </Dialog>
  );
}

function PlaceDialog({ action, target }: { action: 'place' | 'copy'; target: ResourceTarget }) {
  const { resourceDialogs } = useTexts();
  const words = resourceDialogs.place;
  const what = useWhat(target);
  const { row } = target;
  const [place, setPlace] = useState<Place | null>(
    row ? { libraryId: row.library.id, folderId: row.folder?.id ?? null } : null,
  );
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart(action, target);
  return (
    <FormDialog
      title={fillText(words[action], { what })}
      confirmLabel={action === 'place' ? words.moveHere : words.copyHere}
      busy={busy}
      onClose={closeResourceDialog}
      onConfirm={() => {
        setTried(true);
        if (place) void start(place);
      }}
    >
      {action === 'copy' && <p>{words.copyText}</p>}
      <PlaceChooser value={place} onChange={setPlace} />
      {tried && !place && (
        <p role="alert" className="field-error">
          {words.needed}
        </p>
      )}
    </FormDialog>
  );
}

function TagsDialog({ target }: { target: ResourceTarget }) {
  const { resourceDialogs, words } = useTexts();
  const what = useWhat(target);
  const described = useSelectionDescription(target);
  const [draft, setDraft] = useState(noTagChange);
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart('edit', target);
  const tags = tagChangeOf(draft);
  return (
    <FormDialog
      title={fillText(resourceDialogs.tags.title, { what })}
      confirmLabel={words.save}
      busy={busy}
      onClose={closeResourceDialog}
      onConfirm={() => {
        setTried(true);
        if (tags) void start({ tags });
      }}
    >
      {described.error && <ErrorPanel error={described.error} onRetry={() => void described.refetch()} />}
      <TagChanges
        present={described.data?.tags ?? []}
        draft={draft}
        error={tried && !tags ? resourceDialogs.tags.needed : undefined}
        onChange={setDraft}
      />
    </FormDialog>
  );
}

function OwnerDialog({ target }: { target: ResourceTarget }) {
  const { resourceDialogs, resourceList } = useTexts();
  const words = resourceDialogs.owner;
  const what = useWhat(target);
  const [person, setPerson] = useState<Person | null>(null);
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart('setOwner', target);
  return (
    <FormDialog
      title={fillText(words.title, { what })}
      confirmLabel={resourceList.actions.setOwner}
      busy={busy}
      onClose={closeResourceDialog}
      onConfirm={() => {
        setTried(true);
        if (person) void start({ toUserId: person.id });
      }}
    >
      <p>{words.text}</p>
      <PersonField
        label={words.to}
        chosen={words.chosen}
        other={words.other}
        error={tried ? words.needed : undefined}
        person={person}
        onChange={setPerson}
      />
    </FormDialog>
  );
}

/** Schedules publishing and taking offline, in the platform's time zone. */
function ScheduleDialog({ target }: { target: ResourceTarget }) {
  const { resourceDialogs } = useTexts();
  const words = resourceDialogs.schedule;
  const { timeZone } = useCurrentUser();
  const what = useWhat(target);
  const inputOf = (at: string | null | undefined) => (at ? toZonedInput(at, timeZone) : '');
  const [publish, setPublish] = useState(inputOf(target.row?.publishAt));
  const [offline, setOffline] = useState(inputOf(target.row?.offlineAt));
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart('schedule', target);
  const publishAt = fromZonedInput(publish, timeZone);
  const offlineAt = fromZonedInput(offline, timeZone);
  const isOver = (at: string | null) => at !== null && Date.parse(at) <= Date.now();
  const isBackwards = publishAt !== null && offlineAt !== null && offlineAt <= publishAt;
  const isFine = !isOver(publishAt) && !isOver(offlineAt) && !isBackwards;
  const clear = () => {
    setPublish('');
    setOffline('');
  };
  return (
    <FormDialog
      title={fillText(words.title, { what })}
      confirmLabel={words.save}
      busy={busy}
      onClose={closeResourceDialog}
      onConfirm={() => {
        setTried(true);
        if (isFine) void start({ publishAt, offlineAt });
      }}
      extra={
        (publish || offline) && (
          <Button look="quiet" className="dialog-foot-start" onClick={clear}>
            {words.clear}
          </Button>
        )
      }
    >
      <p>{fillText(words.text, { zone: zoneName(timeZone) })}</p>
      <div className="resource-form">
        <TextField
          label={words.publishAt}
          type="datetime-local"
          value={publish}
          error={tried && isOver(publishAt) ? words.over : undefined}
          data-first-focus
          onChange={setPublish}
        />
        <TextField
          label={words.offlineAt}
          type="datetime-local"
          value={offline}
          error={tried ? (isOver(offlineAt) ? words.over : isBackwards ? words.backwards : undefined) : undefined}
          onChange={setOffline}
        />
      </div>
    </FormDialog>
  );
}
