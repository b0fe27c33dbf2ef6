import type { Selection } from '@lectern/contract/features/operation.ts';
import { listSensitiveWords, type SensitiveWordAction } from '@lectern/contract/features/sensitive-word.ts';
import type { WordChange } from '@lectern/contract/features/sensitive-word-trial.ts';
import { call } from '../../lib/api-client.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { askImpact, type ImpactQuestion } from './impact/ask-impact.ts';
import type { WordTarget } from './word-dialog.ts';

/** Of more words at once, the effect of these is an estimate. */
const previewed = 50;

type Input = Record<string, unknown>;
type Effect = Pick<ImpactQuestion, 'of' | 'part'>;

/** Carries out an action of the list on its target, once its effect was seen; says whether it did. */
export async function startOn(name: SensitiveWordAction, target: WordTarget, input: Input = {}): Promise<boolean> {
  const effect = await effectOf(name, target, input);
  if (effect.of && !(await askImpact(effect))) return false;
  await begin(name, target, input);
  return true;
}

export async function startDelete(target: WordTarget): Promise<void> {
  const effect = await effectOf('delete', target, {});
  if (await askImpact({ ...effect, deletes: { what: whatOf(target) } })) await begin('delete', target, {});
}

async function begin(name: SensitiveWordAction, target: WordTarget, input: Input): Promise<void> {
  const label = dictionary.get().texts?.sensitiveWord.actions[name] ?? name;
  const { selection, count } = target;
  await beginOperation({ list: 'sensitiveWord', action: name, selection, count, label, input });
  target.done();
}

/** The change of each word, or of the first ones; a category changes nothing in what is found. */
async function effectOf(name: SensitiveWordAction, { selection, count }: WordTarget, input: Input): Promise<Effect> {
  if (name === 'setCategory') return { of: null };
  const ids = await firstOf(selection);
  if (ids.length === 0) return { of: null };
  const fields = {
    enable: { enabled: true },
    disable: { enabled: false },
    delete: {},
    setSeverity: input,
    setPack: input,
  };
  const word = fields[name] as Extract<WordChange, { kind: 'change' }>['word'];
  const changes = ids.map(
    (id): WordChange => (name === 'delete' ? { kind: 'remove', id } : { kind: 'change', id, word }),
  );
  return { of: { changes }, ...(count > ids.length && { part: { looked: ids.length, count } }) };
}

async function firstOf(selection: Selection): Promise<string[]> {
  if ('ids' in selection) return selection.ids.slice(0, previewed);
  const query = { ...Object.fromEntries(new URLSearchParams(selection.matching)), size: String(previewed) };
  const { rows } = await call(listSensitiveWords, { query });
  return rows.map(({ id }) => id).filter((id) => !selection.except?.includes(id));
}

/** What an action is for, in words. */
export function whatOf({ row, count }: WordTarget): string {
  if (row) return `“${row.text}”`;
  return fillText(dictionary.get().texts?.sensitiveWord.count ?? '{count}', { count: String(count) });
}
