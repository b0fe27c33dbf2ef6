import { useEffect } from 'react';
import { registerActions } from '../../lib/actions.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { type LockCalls, type LockState, useEditLock } from './use-edit-lock.ts';

/** What an edited form offers to the parts around it. */
export type FormState = {
  changed: { readonly length: number };
  saving: boolean;
  submit: () => Promise<void>;
  discard: () => void;
};

type Options<Form extends FormState> = {
  calls: LockCalls;
  id: string;
  form: Form;
  mayEdit: boolean;
  reload: () => Promise<unknown>;
};

export type Editing<Form extends FormState> = {
  form: Form;
  lock: LockState;
  /** Goes on with newer values after somebody else has finished. */
  goOn: () => void;
  editable: boolean;
};

/** A form under the edit lock of its object. */
export function useEditing<Form extends FormState>(options: Options<Form>): Editing<Form> {
  const { calls, id, form, mayEdit, reload } = options;
  const lock = useEditLock(calls, id, form.changed.length > 0);
  const goOn = () => {
    lock.goOn();
    void reload();
  };
  return { form, lock, goOn, editable: mayEdit && !lock.other && !lock.finished };
}

/** Saves with Ctrl+S, where no sheet has the key already. */
export function useSaveKey(id: string, { form, editable }: { form: FormState; editable: boolean }): void {
  const save = useLatest(() => editable && form.submit());
  useEffect(
    () =>
      registerActions([
        {
          id,
          label: ({ words }) => words.save,
          group: 'view',
          keys: '$mod+s',
          keysOnly: true,
          run: () => void save.current(),
        },
      ]),
    [id],
  );
}
