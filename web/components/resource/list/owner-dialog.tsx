import type { Person } from '@lectern/contract/features/people.ts';
import { useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { Button } from '../../button.tsx';
import { PersonPicker } from '../../person-picker.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import type { ResourceTarget } from './resource-dialog.ts';
import { useResourceStart, useWhat } from './use-resource-start.ts';

/** Hands resources to somebody else. */
export function OwnerDialog({ target }: { target: ResourceTarget }) {
  const { resourceDeeds, resourceList } = useTexts();
  const words = resourceDeeds.owner;
  const what = useWhat(target);
  const [person, setPerson] = useState<Person | null>(null);
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart('setOwner', target);
  return (
    <QuestionDialog
      title={fillText(words.title, { what })}
      submitLabel={resourceList.actions.setOwner}
      busy={busy}
      onSubmit={() => {
        setTried(true);
        if (person) void start({ toUserId: person.id });
      }}
    >
      <p>{words.text}</p>
      {person ? (
        <div className="resource-chosen">
          <strong>{fillText(words.chosen, { name: person.name })}</strong>
          <Button size="small" onClick={() => setPerson(null)}>
            {words.other}
          </Button>
        </div>
      ) : (
        <PersonPicker label={words.to} error={tried ? words.needed : undefined} onChoose={setPerson} />
      )}
    </QuestionDialog>
  );
}
