import type { SensitiveWordAction } from '@lectern/contract/features/sensitive-word.ts';
import type { WordChange } from '@lectern/contract/features/sensitive-word-trial.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { askImpact, type ImpactOf } from './impact/ask-impact.ts';
import type { WordTarget } from './word-dialog.ts';

/** More at once are not previewed. */
export const previewed = 50;

type Input = Record<string, unknown>;

/** Carries out an action of the list on its target, once its effect was seen; says whether it did. */
export async function startOn(name: SensitiveWordAction, target: WordTarget, input: Input = {}): Promise<boolean> {
  const of = effectOf(name, target, input);
  if (of && !(await askImpact({ of }))) return false;
  await begin(name, target, input);
  return true;
}

export async function startDelete(target: WordTarget): Promise<void> {
  const what = whatOf(target);
  if (await askImpact({ of: effectOf('delete', target, {}), deletes: { what } })) await begin('delete', target, {});
}

async function begin(name: SensitiveWordAction, target: WordTarget, input: Input): Promise<void> {
  const label = dictionary.get().texts?.sensitiveWord.actions[name] ?? name;
  const { selection, count } = target;
  await beginOperation({ list: 'sensitiveWord', action: name, selection, count, label, input });
  target.done();
}

/** The change of each word, where there are few enough; a category changes nothing in what is found. */
function effectOf(name: SensitiveWordAction, { selection }: WordTarget, input: Input): ImpactOf | null {
  if (name === 'setCategory' || !('ids' in selection) || selection.ids.length > previewed) return null;
  const fields = {
    enable: { enabled: true },
    disable: { enabled: false },
    delete: {},
    setSeverity: input,
    setPack: input,
  };
  const word = fields[name] as Extract<WordChange, { kind: 'change' }>['word'];
  const changes = selection.ids.map(
    (id): WordChange => (name === 'delete' ? { kind: 'remove', id } : { kind: 'change', id, word }),
  );
  return { changes };
}

/** What an action is for, in words. */
export function whatOf({ row, count }: WordTarget): string {
  if (row) return `“${row.text}”`;
  return fillText(dictionary.get().texts?.sensitiveWord.count ?? '{count}', { count: String(count) });
}
