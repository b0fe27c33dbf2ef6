import { noisyFrom, type SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import type { ReactNode } from 'react';
import { Status } from '../../components/status.tsx';
import type { Format } from '../../lib/format.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

/** Whether a word is active, and why not. A plain function instead of a component, because every row calls it. */
export function wordState({ enabled, active }: Pick<SensitiveWordRow, 'enabled' | 'active'>, texts: Texts): ReactNode {
  const { states } = texts.sensitiveWord;
  if (active) return <Status tone="ok">{states.on}</Status>;
  return <Status tone="idle">{enabled ? states.packOff : states.off}</Status>;
}

type Judged = Pick<SensitiveWordRow, 'precision' | 'decided' | 'confirmed'>;

/** Share of matches that reviewers confirmed; words that are mostly wrong are flagged. */
export function wordPrecision(
  { precision, decided, confirmed }: Judged,
  { sensitiveWord, words }: Texts,
  format: Format,
): ReactNode {
  if (precision === null) return <span className="grid-quiet">{words.none}</span>;
  const counts = { confirmed: format.number(confirmed), decided: format.number(decided) };
  const share = fillText(sensitiveWord.percent, { value: Math.round(precision * 100) });
  const isNoisy = decided >= noisyFrom.decided && precision < noisyFrom.below;
  return (
    <span title={fillText(isNoisy ? sensitiveWord.noisy : sensitiveWord.precisionOf, counts)}>
      {isNoisy ? <Status tone="warn">{share}</Status> : share}
    </span>
  );
}
