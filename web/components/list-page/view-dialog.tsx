import type { ListView } from '@lectern/contract/features/list-view.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useId, useState } from 'react';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Switch } from '../switch.tsx';
import { TextField } from '../text-field.tsx';

type Values = { name: string; shared: boolean };
type Props = {
  title: string;
  view?: ListView;
  saving: boolean;
  error: unknown;
  onSave: (values: Values) => void;
  onClose: () => void;
};

/** A saved view's name, and whether others see it: that needs the editor ability. */
export function ViewDialog({ title, view, saving, error, onSave, onClose }: Props) {
  const { list, words } = useTexts();
  const { roleId } = useCurrentUser();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [tried, setTried] = useState(false);
  const form = useId();
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" submits form={form} busy={saving}>
        {saving ? words.saving : words.save}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <form
        id={form}
        className="page-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (name.trim() && !saving) onSave({ name: name.trim(), shared });
        }}
      >
        {error != null && <ErrorPanel error={error} />}
        <TextField
          label={list.viewName}
          hint={list.viewNameHint}
          value={name}
          maxLength={60}
          error={tried && !name.trim() ? words.required : undefined}
          onChange={setName}
        />
        {hasAbility(roleId, 'editor') && <Switch label={list.viewShared} checked={shared} onChange={setShared} />}
      </form>
    </Dialog>
  );
}
