import type { Person } from '@lectern/contract/features/people.ts';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { PersonPicker } from '../../components/person-picker.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStart, useWho } from './use-start.ts';
import { closeUserDialog, type HandingAction, type UserTarget } from './user-dialog.ts';
import './user-dialogs.css';

/** Hands on what users own, alone or with their leaving. */
export function HandOnDialog({ action, target }: { action: HandingAction; target: UserTarget }) {
  const { user, words } = useTexts();
  const who = useWho(target);
  const { busy, start } = useStart(action, target);
  const [person, setPerson] = useState<Person | null>(null);
  const [tried, setTried] = useState(false);
  const needed = action === 'transfer' && !person;
  const submit = () => {
    setTried(true);
    if (!needed) void start({ toUserId: person?.id ?? null });
  };
  const footer = (
    <>
      <Button onClick={closeUserDialog}>{words.cancel}</Button>
      <Button look={action === 'leave' ? 'danger' : 'primary'} busy={busy} onClick={submit}>
        {user.actions[action]}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(user.choose[action], { who })} onClose={closeUserDialog} footer={footer}>
      <p>{action === 'leave' ? user.choose.leaveText : user.choose.transferText}</p>
      {person ? (
        <div className="user-chosen">
          <strong>{fillText(user.choose.chosen, { name: person.name })}</strong>
          <Button size="small" onClick={() => setPerson(null)}>
            {user.choose.other}
          </Button>
        </div>
      ) : (
        <PersonPicker
          label={user.choose.to}
          placeholder={action === 'leave' ? user.choose.nobody : undefined}
          error={tried && needed ? user.choose.needed : undefined}
          onChoose={setPerson}
        />
      )}
    </Dialog>
  );
}
