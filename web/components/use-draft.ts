import { useState } from 'react';

type Edit<Value> = { value: Value; from: Value };

export type Draft<Values extends object> = {
  /** What the form shows: the stored values with the edits over them. */
  values: Values;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** Names of the edits that differ from what is stored. */
  changed: (keyof Values)[];
  /** Edited fields whose stored value is no longer the one the edit began with: someone else changed it. */
  overtaken: (keyof Values)[];
  discard(): void;
};

/** Edits over stored values that may change underneath. Edits are never lost, and never hide that they were overtaken. */
export function useDraft<Values extends object>(stored: Values): Draft<Values> {
  const [edits, setEdits] = useState<{ [Name in keyof Values]?: Edit<Values[Name]> }>({});
  const names = Object.keys(edits) as (keyof Values)[];
  const values = { ...stored };
  for (const name of names) {
    const edit = edits[name];
    if (edit) values[name] = edit.value;
  }
  const changed = names.filter((name) => values[name] !== stored[name]);
  return {
    values,
    changed,
    overtaken: changed.filter((name) => edits[name]?.from !== stored[name]),
    set: (name, value) =>
      setEdits((known) => ({ ...known, [name]: { value, from: known[name] ? known[name].from : stored[name] } })),
    discard: () => setEdits({}),
  };
}
