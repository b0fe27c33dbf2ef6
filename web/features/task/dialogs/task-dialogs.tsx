import type { Person } from '@lectern/contract/features/people.ts';
import { createTask, listTasks } from '@lectern/contract/features/task.ts';
import type { TaskPriority } from '@lectern/contract/features/task-kinds.ts';
import { useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { useDraft } from '../../../components/use-draft.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { fromZonedInput, toZonedInput, zoneName } from '../../../lib/zoned-time.ts';
import { closeTaskDialog, type TaskTarget, taskDialog } from '../task-dialog.ts';
import { PriorityDialog, priorityOptions, useTaskStart, useWhat } from './priority-dialog.tsx';
import './task-dialogs.css';

/** Dialogs of the actions on tasks. */
export function TaskDialogs() {
  const open = useStore(taskDialog);
  if (!open) return null;
  if (open.kind === 'create') return <CreateTaskDialog />;
  const { action, target } = open;
  if (action === 'assign') return <AssignDialog target={target} />;
  if (action === 'setPriority') return <PriorityDialog target={target} />;
  if (action === 'setDue' || action === 'snooze') return <TimeDialog action={action} target={target} />;
  return <CloseDialog action={action} target={target} />;
}

/** Closes tasks with an optional note. For tasks made by a rule it explains what that means. */
function CloseDialog({ action, target }: { action: 'finish' | 'cancel'; target: TaskTarget }) {
  const { task } = useTexts();
  const what = useWhat(target);
  const { busy, start } = useTaskStart(action, target);
  const [note, setNote] = useState('');
  const isByHand = target.row?.kind === 'byHand';
  return (
    <FormDialog
      title={fillText(task.choose[action], { what })}
      confirmLabel={task.actions[action]}
      look={action === 'cancel' ? 'danger' : 'primary'}
      busy={busy}
      onClose={closeTaskDialog}
      onConfirm={() => void start({ note: note.trim() })}
    >
      {!isByHand && <p>{task.choose.ruleText}</p>}
      <TextareaField
        label={task.choose.closeNote}
        value={note}
        maxLength={500}
        data-first-focus
        onChange={setNote}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </FormDialog>
  );
}

function AssignDialog({ target }: { target: TaskTarget }) {
  const { task } = useTexts();
  const what = useWhat(target);
  const { busy, start } = useTaskStart('assign', target);
  const [person, setPerson] = useState<Pick<Person, 'id' | 'name'> | null>(null);
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (person) void start({ userId: person.id });
  };
  return (
    <FormDialog
      title={fillText(task.choose.assign, { what })}
      confirmLabel={task.actions.assign}
      busy={busy}
      onClose={closeTaskDialog}
      onConfirm={submit}
      extra={
        <Button look="quiet" className="dialog-foot-start" onClick={() => void start({ userId: null })}>
          {task.choose.nobody}
        </Button>
      }
    >
      <p>{task.choose.assignText}</p>
      {person ? (
        <div className="task-chosen">
          <Avatar name={person.name} size={20} />
          <strong>{fillText(task.choose.chosen, { name: person.name })}</strong>
          <Button size="small" onClick={() => setPerson(null)}>
            {task.choose.other}
          </Button>
        </div>
      ) : (
        <PersonPicker label={task.choose.find} error={tried ? task.choose.needed : undefined} onChoose={setPerson} />
      )}
    </FormDialog>
  );
}

/** Sets the due date or snoozes tasks, in the platform's time zone. */
function TimeDialog({ action, target }: { action: 'setDue' | 'snooze'; target: TaskTarget }) {
  const { task } = useTexts();
  const { timeZone } = useCurrentUser();
  const what = useWhat(target);
  const { busy, start } = useTaskStart(action, target);
  const stored = action === 'setDue' ? target.row?.dueAt : null;
  const [input, setInput] = useState(stored ? toZonedInput(stored, timeZone) : '');
  const [tried, setTried] = useState(false);
  const [now] = useState(() => new Date());
  const at = fromZonedInput(input, timeZone);
  const isOver = action === 'snooze' && at !== null && Date.parse(at) <= now.getTime();
  const problem = at === null ? task.choose.noTime : isOver ? task.choose.over : undefined;
  const send = (time: string | null) => void start(action === 'setDue' ? { dueAt: time } : { until: time });
  return (
    <FormDialog
      title={fillText(task.choose[action], { what })}
      confirmLabel={task.actions[action]}
      busy={busy}
      onClose={closeTaskDialog}
      onConfirm={() => {
        setTried(true);
        if (!problem) send(at);
      }}
      extra={
        action === 'setDue' && (
          <Button look="quiet" className="dialog-foot-start" onClick={() => send(null)}>
            {task.choose.clearDue}
          </Button>
        )
      }
    >
      {action === 'snooze' && <p>{task.choose.snoozeText}</p>}
      <div className="task-times">
        {quickTimes(now, timeZone).map(({ name, input: time }) => (
          <Button key={name} size="small" onClick={() => setInput(time)} aria-pressed={input === time}>
            {task.choose[name]}
          </Button>
        ))}
      </div>
      <TextField
        label={action === 'setDue' ? task.form.due : task.choose.until}
        hint={fillText(task.form.dueHint, { zone: zoneName(timeZone) })}
        type="datetime-local"
        value={input}
        error={tried ? problem : undefined}
        data-first-focus
        onChange={setInput}
      />
    </FormDialog>
  );
}

type QuickTime = 'later' | 'tomorrow' | 'nextWeek';

/** Suggested snooze times in the platform's time zone, leaving out those in the past. */
export function quickTimes(now: Date, timeZone: string): { name: QuickTime; input: string }[] {
  const today = toZonedInput(now.toISOString(), timeZone).slice(0, 10);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const times: { name: QuickTime; input: string }[] = [
    { name: 'later', input: `${today}T18:00` },
    { name: 'tomorrow', input: `${dayAfter(today, 1)}T08:00` },
    { name: 'nextWeek', input: `${dayAfter(today, (8 - weekday) % 7 || 7)}T08:00` },
  ];
  return times.filter(({ input }) => Date.parse(fromZonedInput(input, timeZone) ?? '') > now.getTime());
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const nothing = { title: '', note: '', priority: '2', due: '', link: '' };

/** Creates a task for oneself or someone else; asks before discarding input. */
function CreateTaskDialog() {
  const { task, words } = useTexts();
  const { timeZone } = useCurrentUser();
  const { values, changed, set } = useDraft(nothing);
  const [person, setPerson] = useState<Person | null>(null);
  const [finding, setFinding] = useState(false);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const create = useMutationOf(createTask, { invalidates: [listTasks], idempotent: true, quiet: true });
  const refused = fieldErrorsOf(create.error) as Partial<Record<string, string>>;
  const missing = values.title.trim() === '';
  const submit = () => {
    setTried(true);
    if (missing) return;
    const body = {
      title: values.title.trim(),
      note: values.note.trim(),
      priority: Number(values.priority) as TaskPriority,
      dueAt: fromZonedInput(values.due, timeZone),
      assigneeId: person?.id ?? null,
      link: values.link.trim() || null,
    };
    create.mutate(
      { body },
      {
        onSuccess: ({ title }) => {
          closeTaskDialog();
          notify({ level: 'success', title: fillText(task.form.created, { title }) });
        },
      },
    );
  };
  const text = (name: keyof typeof nothing) => ({
    value: values[name],
    onChange: (value: string) => set(name, value),
  });
  const isExplained = isApiError(create.error) && create.error.details?.fields;
  return (
    <FormDialog
      title={task.form.createTitle}
      confirmLabel={create.isPending ? task.form.creating : task.form.create}
      busy={create.isPending}
      onConfirm={submit}
      onClose={() => (changed.length > 0 ? setAsking(true) : closeTaskDialog())}
    >
      {create.error && !isExplained && <ErrorPanel error={create.error} title={task.form.notSaved} />}
      <TextField
        {...text('title')}
        label={task.form.title}
        maxLength={200}
        error={tried && missing ? words.required : refused.title}
        data-first-focus
      />
      <TextareaField {...text('note')} label={task.form.note} maxLength={4000} error={refused.note} />
      <div className="task-form-row">
        <SelectField {...text('priority')} label={task.form.priority} options={priorityOptions(task.priorities)} />
        <TextField {...text('due')} label={task.form.due} type="datetime-local" error={refused.dueAt} />
      </div>
      {finding ? (
        <PersonPicker
          label={task.form.assignee}
          error={refused.assigneeId}
          onChoose={(one) => {
            setPerson(one);
            setFinding(false);
          }}
        />
      ) : (
        <div className="task-chosen">
          <span>{labelled(task.form.assignee, '')}</span>
          {person && <Avatar name={person.name} size={20} />}
          <strong>{person?.name ?? task.form.me}</strong>
          <Button size="small" onClick={() => setFinding(true)}>
            {task.form.other}
          </Button>
        </div>
      )}
      <TextField
        {...text('link')}
        label={task.form.link}
        hint={task.form.linkHint}
        maxLength={300}
        error={refused.link && task.form.badLink}
      />
      <ConfirmDialog
        open={asking}
        title={task.form.discardTitle}
        confirmLabel={words.discard}
        look="danger"
        onConfirm={closeTaskDialog}
        onClose={() => setAsking(false)}
      >
        {task.form.discardText}
      </ConfirmDialog>
    </FormDialog>
  );
}
