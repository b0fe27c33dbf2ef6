import { useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import type { Callable } from '../../lib/callable.ts';
import { isAnswerOf } from '../../lib/queries.ts';
import { useDetailForm } from './use-detail-form.ts';
import { type Editing, type FormState, type LockCalls, useEditing, useSaveKey } from './use-editing.ts';

type Options<Node extends { id: string; version: number }, Values extends object, Body extends object> = {
  node: Node;
  calls: LockCalls;
  /** The activity call to refetch after saving. */
  activity: Callable;
  mayEdit: boolean;
  saveKey: string;
  valuesOf: (node: Node) => Values;
  bodyOf: (values: Values) => Body;
  check: (values: Values) => Partial<Record<keyof Values, string>>;
  send: (request: { params: { id: string }; body: Partial<Body> & { version: number } }) => Promise<Node>;
  refresh: () => Promise<unknown>;
  /** Called with the saved node; `before` is what Undo sends. */
  onSaved: (saved: Node, before: Partial<Body>) => void;
};

/** Edit form of a tree node, with edit lock and version; Enter saves in fields marked `data-enter`. */
export function useNodeForm<
  Node extends { id: string; version: number },
  Values extends object,
  Body extends { [Name in keyof Values]: unknown },
>(options: Options<Node, Values, Body>) {
  const { node, calls, activity, mayEdit, saveKey, valuesOf, bodyOf, check, send, refresh, onSaved } = options;
  const { id, version } = node;
  const client = useQueryClient();
  const form = useDetailForm({
    id,
    stored: valuesOf(node),
    check,
    reload: refresh,
    save: async (values, changed) => {
      const pick = (body: Body) =>
        Object.fromEntries(changed.map((name) => [name, body[name]])) as unknown as Partial<Body>;
      const saved = await send({ params: { id }, body: { ...pick(bodyOf(values)), version } });
      onSaved(saved, pick(bodyOf(valuesOf(node))));
      void refresh();
      void client.invalidateQueries({ predicate: isAnswerOf([activity]) });
    },
  });
  const edit = useEditing({ calls, id, form, mayEdit, reload: refresh });
  useSaveKey(saveKey, edit);
  return { ...edit, onKeyDown: savesOnEnter(edit) };
}

function savesOnEnter({ form, editable }: Editing<FormState>) {
  return (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement && event.target.dataset.enter === 'saves';
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isField || !editable) return;
    event.preventDefault();
    void form.submit();
  };
}
