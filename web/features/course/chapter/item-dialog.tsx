import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Switch } from '../../../components/switch.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { createViewerLink } from '../../../components/viewers/viewer-link.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { isMedia } from './chapter-item-row.tsx';
import { PartPlayer, useChapterMedia } from './part-player.tsx';
import { type Part, readPart, writeTime } from './part-time.ts';
import type { ItemEdit } from './use-item-actions.ts';
import './item-dialog.css';

export type ItemDialogProps = {
  item: ChapterItem;
  editable: boolean;
  onSave: (edit: ItemEdit) => Promise<unknown>;
  onClose: () => void;
};

/** Settings of a resource in a chapter: required or optional, the part used, and a note for learners. */
export function ItemDialog({ item, editable, onSave, onClose }: ItemDialogProps) {
  const { chapter: texts, words: common } = useTexts();
  const words = texts.part;
  const [link] = useState(() => createViewerLink(item.startMs === null ? undefined : { second: item.startMs / 1000 }));
  const [start, setStart] = useState(writeTime(item.startMs));
  const [end, setEnd] = useState(writeTime(item.endMs));
  const [required, setRequired] = useState(item.required);
  const [note, setNote] = useState(item.note);
  const [busy, setBusy] = useState(false);
  const { durationSeconds } = item.resource;
  const place = { chapterId: item.chapterId, itemId: item.id };
  const plays = isMedia(item) && item.resource.readable;
  // Without a player there is no current time to use as start or end.
  const playing = useChapterMedia(place, plays).data?.played != null;
  const read = readPart(start, end, durationSeconds);
  const part: Part = read.problem ? { startMs: item.startMs, endMs: item.endMs } : read.part;
  const here = () => link.place.get().second ?? 0;
  const save = async () => {
    if (read.problem) return;
    setBusy(true);
    await onSave({ required, note: note.trim(), ...(isMedia(item) && read.part) });
    setBusy(false);
  };
  const problemOf = (names: readonly string[]) =>
    read.problem && names.includes(read.problem)
      ? fillText(words.problems[read.problem], { length: clock(durationSeconds ?? 0) })
      : undefined;
  return (
    <FormDialog
      wide
      title={item.resource.title}
      confirmLabel={common.save}
      busy={busy}
      disabled={!editable || read.problem !== undefined}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      {isMedia(item) && (
        <>
          {plays && <PartPlayer place={place} link={link} part={part} />}
          <div className="item-part">
            <TextField
              label={words.start}
              hint={words.startHint}
              placeholder="0:00"
              value={start}
              inputMode="decimal"
              autoComplete="off"
              error={problemOf(['startWrong'])}
              onChange={setStart}
            />
            <Button disabled={!playing} onClick={() => setStart(writeTime(Math.round(here() * 10) * 100))}>
              {words.setStart}
            </Button>
            <Button
              look="quiet"
              icon="play"
              disabled={!playing}
              onClick={() => link.goTo({ second: (part.startMs ?? 0) / 1000 })}
            >
              {words.goToStart}
            </Button>
            <TextField
              label={words.end}
              hint={words.endHint}
              placeholder={durationSeconds === null ? '' : clock(durationSeconds)}
              value={end}
              inputMode="decimal"
              autoComplete="off"
              error={problemOf(['endWrong', 'endBeforeStart', 'beyondEnd'])}
              onChange={setEnd}
            />
            <Button disabled={!playing} onClick={() => setEnd(writeTime(Math.round(here() * 10) * 100))}>
              {words.setEnd}
            </Button>
            <Button
              look="quiet"
              onClick={() => {
                setStart('');
                setEnd('');
              }}
            >
              {words.whole}
            </Button>
          </div>
        </>
      )}
      <TextareaField
        label={words.note}
        hint={words.noteHint}
        value={note}
        maxLength={2000}
        rows={2}
        onChange={setNote}
      />
      <Switch label={texts.items.requiredLabel} checked={required} onChange={setRequired} />
    </FormDialog>
  );
}
