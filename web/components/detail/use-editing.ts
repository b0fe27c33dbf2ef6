import { type DetailEndpoints, type EditLock, lockRenewMs } from '@lectern/contract/detail/define-detail.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { registerActions } from '../../lib/actions.ts';
import { call } from '../../lib/api-client.ts';
import { queryOf } from '../../lib/queries.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { windowId } from '../../lib/window-id.ts';

/** The parts of a form that surrounding components use. */
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
  /** Continues with the newer values after someone else has finished. */
  goOn: () => void;
  editable: boolean;
};

/** A form combined with the edit lock of its object. */
export function useEditing<Form extends FormState>(options: Options<Form>): Editing<Form> {
  const { calls, id, form, mayEdit, reload } = options;
  const lock = useEditLock(calls, id, form.changed.length > 0);
  const goOn = () => {
    lock.goOn();
    void reload();
  };
  return { form, lock, goOn, editable: mayEdit && !lock.other && !lock.finished };
}

/** Registers Ctrl+S for saving where no sheet already does. */
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

export type LockCalls = Pick<DetailEndpoints, 'getLock' | 'takeLock' | 'releaseLock'>;

export type LockState = {
  /** Who else is editing; null when nobody is. */
  other: EditLock | null;
  /** Who has just finished editing, so the values on screen may be outdated; null otherwise. */
  finished: EditLock | null;
  /** Continues editing after the other person has finished. */
  goOn(): void;
};

/** How often someone else's lock is checked. */
const lookEveryMs = 10_000;

/**
 * Holds the edit lock while there are unsaved changes, and reports who else holds it. A null id means the object
 * doesn't exist yet, so nobody else can edit it.
 */
export function useEditLock(calls: LockCalls, id: string | null, wanted: boolean, source?: string): LockState {
  const client = useQueryClient();
  // An object with several texts has one lock per text.
  const params = { id: id ?? '', ...(source !== undefined && { source }) };
  const request = { params, query: { window: windowId } };
  const look = queryOf(calls.getLock, request, { quiet: true });
  const lock = useQuery({ ...look, refetchInterval: lookEveryMs, staleTime: 0, enabled: id !== null }).data ?? null;
  const other = lock && !lock.own ? lock : null;
  const [seen, setSeen] = useState<{ id: string | null; lock: EditLock } | null>(null);
  if (other && (seen?.id !== id || other.since !== seen.lock.since)) setSeen({ id, lock: other });
  const last = seen?.id === id ? seen.lock : null;
  const holds = wanted && id !== null && last === null && !other;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the request depends only on id and source
  useEffect(() => {
    if (!holds) return;
    const keep = (value: EditLock | null) => client.setQueryData(look.queryKey, value);
    // A failed attempt is retried at the next renewal; the version check protects the data anyway.
    const take = () =>
      call(calls.takeLock, { params, body: { window: windowId } }, { quiet: true }).then(keep, () => undefined);
    void take();
    const timer = setInterval(take, lockRenewMs);
    return () => {
      clearInterval(timer);
      if (client.getQueryData<EditLock | null>(look.queryKey)?.own) keep(null);
      void call(calls.releaseLock, request, { quiet: true }).catch(() => undefined);
    };
  }, [holds, id, source, client, calls]);

  return { other, finished: other ? null : last, goOn: () => setSeen(null) };
}
