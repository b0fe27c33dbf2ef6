import type { Words } from '@lectern/contract/language.ts';

/** Names in lower case, with what each stands for; `names` tells people which there are. */
export type Choice<Value> = { names: string; values: ReadonlyMap<string, Value> };

/** Each value by its own name and by what people call it in both languages; its own name goes first. */
export function choiceOf<Value extends string>(
  values: readonly Value[],
  words?: Readonly<Record<Value, Words>>,
): Choice<Value> {
  const called = values.flatMap((value) =>
    (words ? [words[value].en, words[value].zh] : []).map((name) => [name, value] as const),
  );
  const own = values.map((value) => [value, value] as const);
  return {
    names: values.join(', '),
    values: new Map([...called, ...own].map(([name, value]) => [name.toLowerCase(), value])),
  };
}
