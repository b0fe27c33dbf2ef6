import { useState } from 'react';

type Edit<Value> = { value: Value; from: Value };

export type Draft<Values extends object> = {
  /** Stored values with the user's edits applied. */
  values: Values;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** Names of fields whose edit differs from the stored value. */
  changed: (keyof Values)[];
  /** Edited fields that someone else has changed since the edit began. */
  overtaken: (keyof Values)[];
  discard(): void;
};

/** Form edits on top of stored values that may change in the meantime; no edit is lost, and conflicts are reported. */
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
