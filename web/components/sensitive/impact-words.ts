import type { WordImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { Format } from '../../lib/format.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

/** Such as “This would newly flag at least 37 resources, clear 4.” */
export function effectWords({ flagged, cleared }: WordImpact, { sensitiveTools }: Texts, format: Format): string {
  const { impact } = sensitiveTools;
  const say = (count: BoundedCount, one: string, many: string) => {
    if (count.value === 1 && count.exact) return one;
    const shown = format.number(count.value);
    return fillText(many, { count: count.exact ? shown : fillText(impact.atLeast, { count: shown }) });
  };
  const flag = say(flagged, impact.flagOne, impact.flag);
  if (flagged.value > 0 && cleared.value > 0)
    return fillText(impact.both, { flag, clear: say(cleared, impact.clearOne, impact.clear) });
  if (flagged.value > 0) return fillText(impact.one, { effect: flag });
  if (cleared.value > 0) return fillText(impact.one, { effect: say(cleared, impact.clearOneOnly, impact.clearOnly) });
  return impact.none;
}

export function unpublishedWords({ unpublished }: WordImpact, { sensitiveTools }: Texts, format: Format): string {
  const { impact } = sensitiveTools;
  if (unpublished.value === 1 && unpublished.exact) return impact.unpublishedOne;
  const shown = format.number(unpublished.value);
  const count = unpublished.exact ? shown : fillText(impact.atLeast, { count: shown });
  return fillText(impact.unpublished, { count });
}
