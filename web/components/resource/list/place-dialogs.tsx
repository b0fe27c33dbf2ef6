import { defaultAudience } from '@lectern/contract/audience.ts';
import { type ColumnNode, listColumns } from '@lectern/contract/features/column.ts';
import { type CourseRow, listCourses } from '@lectern/contract/features/course.ts';
import { getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { slotNameIn } from '@lectern/contract/features/first-slots.ts';
import { listHomeSlots } from '@lectern/contract/features/home-page-publication.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { fromZonedInput, zoneName } from '../../../lib/zoned-time.ts';
import { AudienceField } from '../../audience-field.tsx';
import { ErrorPanel } from '../../error-panel.tsx';
import { FormDialog } from '../../form-dialog.tsx';
import { SelectField } from '../../select-field.tsx';
import { Switch } from '../../switch.tsx';
import { TextField } from '../../text-field.tsx';
import { FindField } from '../find-field.tsx';
import { closeResourceDialog, type ResourceTarget } from './resource-dialog.ts';
import { useResourceStart, useWhat } from './use-resource-start.ts';

/** Appends resources to a chapter of a course. */
export function ChapterDialog({ target }: { target: ResourceTarget }) {
  const words = useTexts().resourceDialogs.chapter;
  const what = useWhat(target);
  const [text, setText] = useState('');
  const [course, setCourse] = useState<Pick<CourseRow, 'id' | 'name'> | null>(null);
  const [chosen, setChosen] = useState('');
  const [required, setRequired] = useState(true);
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart('addToChapter', target);
  const wanted = useDeferredValue(course ? '' : text.trim());
  const courses = useQuery({
    ...queryOf(listCourses, { query: { ...(wanted && { search: wanted }), size: 25 } as never }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const catalogue = useQuery({
    ...queryOf(getCatalogue, { params: { id: course?.id ?? '' } }, { quiet: true }),
    enabled: course !== null,
  });
  const chapters = catalogue.data?.mayEdit ? catalogue.data.chapters : [];
  const chapterId = chosen || chapters[0]?.id;
  const error = courses.error ?? catalogue.error;
  return (
    <FormDialog
      title={fillText(words.title, { what })}
      confirmLabel={words.add}
      busy={busy}
      disabled={course !== null && !chapterId}
      onClose={closeResourceDialog}
      onConfirm={() => {
        setTried(true);
        if (chapterId) void start({ chapterId, required });
      }}
    >
      {error && <ErrorPanel error={error} />}
      <FindField
        label={words.course}
        placeholder={words.find}
        text={text}
        options={(courses.data?.rows ?? []).map(({ id, name, code }) => ({ id, label: name, note: code }))}
        none={words.noCourse}
        error={tried && !course ? words.needed : undefined}
        onText={(next) => {
          setText(next);
          setCourse(null);
          setChosen('');
        }}
        onPick={({ id, label }) => {
          setText(label);
          setCourse({ id, name: label });
        }}
      />
      <SelectField
        label={words.chapter}
        value={chapterId ?? ''}
        options={chapters.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` }))}
        hint={catalogue.data && chapters.length === 0 ? words.noChapters : undefined}
        disabled={chapters.length === 0}
        onChange={setChosen}
      />
      <Switch label={words.required} checked={required} onChange={setRequired} />
    </FormDialog>
  );
}

type Props = { action: 'addToColumn' | 'removeFromColumn'; target: ResourceTarget };

/** Adds resources to a column manually, or removes them. */
export function ColumnDialog({ action, target }: Props) {
  const { resourceDialogs, resource } = useTexts();
  const words = resourceDialogs.column;
  const what = useWhat(target);
  const held = action === 'removeFromColumn' ? target.row?.columns : undefined;
  const [column, setColumn] = useState<{ id: string; name: string } | null>(held?.[0] ?? null);
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart(action, target);
  return (
    <FormDialog
      title={fillText(words[action], { what })}
      confirmLabel={action === 'addToColumn' ? words.add : words.remove}
      busy={busy}
      onClose={closeResourceDialog}
      onConfirm={() => {
        setTried(true);
        if (column) void start({ columnId: column.id });
      }}
    >
      {held ? (
        <SelectField
          label={resource.columnChooser.label}
          value={column?.id ?? ''}
          options={held.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => setColumn(held.find((one) => one.id === id) ?? null)}
        />
      ) : (
        <ColumnField value={column} error={tried && !column ? words.needed : undefined} onChange={setColumn} />
      )}
    </FormDialog>
  );
}

type ColumnFieldProps = {
  value: { id: string; name: string } | null;
  error?: string | undefined;
  onChange: (column: { id: string; name: string } | null) => void;
};

/** Chooses a column. Columns filled by a rule can't be edited by hand, so they aren't offered. */
function ColumnField({ value, error, onChange }: ColumnFieldProps) {
  const { resource } = useTexts();
  const words = resource.columnChooser;
  const columns = useQuery(queryOf(listColumns, {}, { quiet: true }));
  const [text, setText] = useState(value?.name ?? '');
  if (columns.error) return <ErrorPanel error={columns.error} onRetry={() => void columns.refetch()} />;
  const wanted = value?.name === text ? '' : text.trim().toLowerCase();
  const options = columnOrder(columns.data ?? [])
    .filter(({ column }) => column.mode === 'manual' && column.name.toLowerCase().includes(wanted))
    .map(({ column, depth }) => ({ id: column.id, label: column.name, depth: wanted ? 0 : depth }));
  return (
    <FindField
      label={words.label}
      placeholder={words.find}
      error={error}
      text={text}
      options={options}
      none={words.none}
      disabled={!columns.data}
      onText={(next) => {
        setText(next);
        onChange(null);
      }}
      onPick={({ id, label }) => {
        setText(label);
        onChange({ id, name: label });
      }}
    />
  );
}

/** Columns in tree order. */
function columnOrder(columns: readonly ColumnNode[]): { column: ColumnNode; depth: number }[] {
  const below = Map.groupBy(columns, ({ parentId }) => parentId);
  const walk = (parent: string | null, depth: number): { column: ColumnNode; depth: number }[] =>
    (below.get(parent) ?? []).flatMap((column) => [{ column, depth }, ...walk(column.id, depth + 1)]);
  return walk(null, 0);
}

/** Adds resources to a slot in the home page’s draft, with dates and audience. */
export function RecommendDialog({ target }: { target: ResourceTarget }) {
  const texts = useTexts();
  const words = texts.resourceDialogs.recommend;
  const { timeZone } = useCurrentUser();
  const what = useWhat(target);
  const slots = useQuery(queryOf(listHomeSlots, {}, { quiet: true }));
  const [chosen, setChosen] = useState('');
  const [startInput, setStart] = useState('');
  const [endInput, setEnd] = useState('');
  const [audience, setAudience] = useState(defaultAudience);
  const { busy, start } = useResourceStart('recommend', target);
  const slotId = chosen || slots.data?.[0]?.id;
  const startsAt = fromZonedInput(startInput, timeZone);
  const endsAt = fromZonedInput(endInput, timeZone);
  const isBackwards = startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt);
  return (
    <FormDialog
      title={fillText(words.title, { what })}
      confirmLabel={words.confirm}
      busy={busy}
      disabled={!slotId}
      onClose={closeResourceDialog}
      onConfirm={() => {
        if (slotId && !isBackwards) void start({ slotId, startsAt, endsAt, audience });
      }}
    >
      <p>{words.text}</p>
      {slots.error && <ErrorPanel error={slots.error} onRetry={() => void slots.refetch()} />}
      {slots.data?.length === 0 && <p>{words.none}</p>}
      <div className="resource-form">
        <SelectField
          wide
          label={words.slot}
          value={slotId ?? ''}
          options={(slots.data ?? []).map(({ id, name, ...slot }) => ({
            value: id,
            label: fillText(words.slotOf, { ...slot, name: slotNameIn(texts.words.homeSlots, name) }),
          }))}
          onChange={setChosen}
        />
        <TextField label={words.startsAt} type="datetime-local" value={startInput} onChange={setStart} />
        <TextField
          label={words.endsAt}
          type="datetime-local"
          value={endInput}
          error={isBackwards ? words.backwards : undefined}
          onChange={setEnd}
        />
        <p className="field-help field-wide">{fillText(words.zone, { zone: zoneName(timeZone) })}</p>
        <AudienceField value={audience} onChange={setAudience} />
      </div>
    </FormDialog>
  );
}
