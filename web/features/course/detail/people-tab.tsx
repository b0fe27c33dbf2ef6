import {
  type CourseDetailView,
  type CoursePart,
  type CoursePersonRow,
  courseParts,
} from '@lectern/contract/features/course.ts';
import { setCoursePeople } from '@lectern/contract/features/course-detail.ts';
import type { Person } from '@lectern/contract/features/people.ts';
import { useState } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { beforeIdOf, reordered, SortList } from '../../../components/drag/sort-list.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PersonField } from '../../../components/person-picker.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { inTurn } from '../catalogue/use-catalogue.ts';
import type { CourseEdit } from './use-course-edit.ts';
import './people-tab.css';

type Props = { course: CourseDetailView; editable: boolean; edit: CourseEdit; refresh: () => Promise<unknown> };
type CoursePerson = Pick<CoursePersonRow, 'userId' | 'name' | 'part'>;

/** Teachers, assistants and editors, in the order they are listed. */
export function PeopleTab({ course, editable, edit, refresh }: Props) {
  const { course: texts, drag } = useTexts();
  const words = texts.people;
  const { parts } = texts;
  const [adding, setAdding] = useState(false);
  // Optimistic order, until the server has answered.
  const [wished, setWished] = useState<readonly CoursePersonRow[] | null>(null);
  const people = wished ?? course.people;
  const send = (next: readonly CoursePerson[], version: number) =>
    call(setCoursePeople, {
      params: { id: course.id },
      body: {
        people: next.map(({ userId, name, part }) => ({ userId, name: userId ? '' : name, part })),
        version,
      },
    });
  const save = (next: readonly (CoursePerson & { id: string })[], title: string) => {
    const before = course.people;
    setWished(next);
    void inTurn(async () => {
      try {
        const saved = await send(next, course.version);
        edit.keep(saved);
        const undo = () =>
          send(before, saved.version).then(edit.keep, () => {
            void refresh();
          });
        notify({ level: 'success', title, action: { label: drag.undo, run: () => void undo() } });
      } catch {
        // The global error handler shows the reason.
        await refresh();
      } finally {
        setWished(null);
      }
    });
  };
  const place = (person: CoursePersonRow, beforeId: string | null) =>
    save(reordered(people, person.id, beforeId), fillText(words.moved, { name: person.name }));
  const add = ({ userId, name, part }: NewPerson) => {
    setAdding(false);
    if (people.some((one) => one.part === part && (userId ? one.userId === userId : one.name === name))) {
      notify({ level: 'info', title: fillText(words.already, { name }) });
      return;
    }
    save([...people, { id: `new ${people.length}`, userId, name, part }], fillText(words.added, { name }));
  };
  const change = (person: CoursePersonRow, part: CoursePart) =>
    save(
      people.map((one) => (one.id === person.id ? { ...one, part } : one)),
      fillText(words.changed, { name: person.name, part: parts[part] }),
    );
  const remove = (person: CoursePersonRow) =>
    save(
      people.filter(({ id }) => id !== person.id),
      fillText(words.removed, { name: person.name }),
    );
  const addButton = (
    <Button look={people.length === 0 ? 'primary' : 'plain'} icon="plus" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <section className="course-panel course-people" aria-label={texts.tabs.people}>
      {people.length > 0 && (
        <div className="course-people-bar">
          <span>{words.text}</span>
          {editable && addButton}
        </div>
      )}
      {people.length === 0 && (
        <EmptyState icon="people" title={words.none} action={editable && addButton}>
          {words.noneText}
        </EmptyState>
      )}
      <DragArea
        onDrop={(dragged, to) => {
          const person = people.find(({ id }) => id === dragged.id);
          if (person) place(person, beforeIdOf(people, to));
        }}
      >
        <SortList
          label={texts.tabs.people}
          kind="person"
          rows={people}
          nameOf={({ name }) => name}
          onPlace={editable ? place : undefined}
          keys={editable ? { delete: remove } : undefined}
        >
          {(person) => (
            <>
              <Avatar name={person.name} size={24} />
              <span className="course-person-name">
                {person.name}
                {!person.userId && <small>{words.noAccount}</small>}
              </span>
              {editable ? (
                <select
                  className="field-input course-person-part"
                  aria-label={fillText(words.partOf, { name: person.name })}
                  value={person.part}
                  onChange={(event) => change(person, event.target.value as CoursePart)}
                >
                  {courseParts.map((part) => (
                    <option key={part} value={part}>
                      {parts[part]}
                    </option>
                  ))}
                </select>
              ) : (
                <span>{parts[person.part]}</span>
              )}
              {editable && (
                <IconButton
                  icon="close"
                  label={fillText(words.remove, { name: person.name })}
                  aria-keyshortcuts="Delete"
                  onClick={() => remove(person)}
                />
              )}
            </>
          )}
        </SortList>
      </DragArea>
      {adding && <AddPersonDialog onAdd={add} onClose={() => setAdding(false)} />}
    </section>
  );
}

type NewPerson = { userId: string | null; name: string; part: CoursePart };
type AddPersonDialogProps = { onAdd: (person: NewPerson) => void; onClose: () => void };

/** Adds a user account, or a guest by name. */
function AddPersonDialog({ onAdd, onClose }: AddPersonDialogProps) {
  const { people: words, parts } = useTexts().course;
  const [way, setWay] = useState<'account' | 'name'>('account');
  const [part, setPart] = useState<CoursePart>('teacher');
  const [person, setPerson] = useState<Person | null>(null);
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const confirm = () => {
    setTried(true);
    if (way === 'account' && person) onAdd({ userId: person.id, name: person.name, part });
    else if (way === 'name' && name.trim()) onAdd({ userId: null, name: name.trim(), part });
  };
  return (
    <FormDialog title={words.addTitle} confirmLabel={words.addConfirm} onConfirm={confirm} onClose={onClose}>
      <ChoiceField
        label={words.part}
        value={part}
        options={courseParts.map((value) => ({ value, label: parts[value] }))}
        onChange={setPart}
      />
      <ChoiceField
        label={words.way}
        value={way}
        options={[
          { value: 'account', label: words.byAccount },
          { value: 'name', label: words.byName },
        ]}
        onChange={setWay}
      />
      {way === 'name' && (
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={name}
          maxLength={100}
          autoComplete="off"
          error={tried && !name.trim() ? words.needed : undefined}
          onChange={setName}
        />
      )}
      {way === 'account' && (
        <PersonField
          label={words.find}
          other={words.other}
          error={tried ? words.needed : undefined}
          person={person}
          onChange={setPerson}
        />
      )}
    </FormDialog>
  );
}
