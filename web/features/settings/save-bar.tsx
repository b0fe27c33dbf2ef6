import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Status } from '../../components/status.tsx';
import { registerActions } from '../../lib/actions.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import type { SettingsForm } from './use-settings-form.ts';

const saveKeys = '$mod+s';

/** Sticky bar with the number of unsaved changes and the buttons to save or discard them. */
export function SaveBar({ form }: { form: SettingsForm }) {
  const { settings, words } = useTexts();
  const [asking, setAsking] = useState(false);
  const count = form.changed.length;

  useSaveKeys(form.submit);
  const unsaved = fillText(settings.changesCount, { count });
  return (
    <div className="settings-bar">
      <span role="status">
        {count > 0 ? <Status tone="warn">{unsaved}</Status> : <Status tone="ok">{settings.noChanges}</Status>}
      </span>
      <Button disabled={count === 0} onClick={() => setAsking(true)}>
        {words.discard}
      </Button>
      <Button
        look="primary"
        keys={saveKeys}
        busy={form.saving}
        disabled={count === 0}
        onClick={() => void form.submit()}
      >
        {form.saving ? words.saving : words.save}
      </Button>
      <ConfirmDialog
        open={asking}
        title={settings.discardTitle}
        confirmLabel={words.discard}
        look="danger"
        onConfirm={() => {
          form.discard();
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      >
        {settings.discardText}
      </ConfirmDialog>
    </div>
  );
}

/** Registers Save as an action while the form is mounted; it always saves the latest edits. */
function useSaveKeys(submit: () => Promise<void>): void {
  const latest = useLatest(submit);
  useEffect(
    () =>
      registerActions([
        {
          id: 'settings.save',
          group: 'create',
          label: (texts) => texts.settings.save,
          icon: 'check',
          keys: saveKeys,
          run: () => latest.current(),
        },
      ]),
    [],
  );
}
