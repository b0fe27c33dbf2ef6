import type { Person } from '@lectern/contract/features/people.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { type CourseTarget, closeCourseDialog } from '../course-dialog.ts';
import { useCourseStart, useWhat } from './use-course-start.ts';
import './course-dialogs.css';

/** Hands courses to somebody else. */
export function OwnerDialog({ target }: { target: CourseTarget }) {
  const { course } = useTexts();
  const words = course.owner;
  const what = useWhat(target);
  const [person, setPerson] = useState<Person | null>(null);
  const [tried, setTried] = useState(false);
  const { busy, start } = useCourseStart('setOwner', target, course.actions.setOwner);
  return (
    <FormDialog
      title={fillText(words.title, { what })}
      confirmLabel={words.confirm}
      busy={busy}
      onConfirm={() => {
        setTried(true);
        if (person) void start({ toUserId: person.id });
      }}
      onClose={closeCourseDialog}
    >
      {person ? (
        <div className="course-chosen">
          <strong>{person.name}</strong>
          <Button size="small" onClick={() => setPerson(null)}>
            {words.other}
          </Button>
        </div>
      ) : (
        <PersonPicker label={words.to} error={tried ? words.needed : undefined} onChoose={setPerson} />
      )}
    </FormDialog>
  );
}
