import type { TaskRoute } from '@lectern/contract/features/task-rule.ts';
import type { Format } from '../../../lib/format.ts';
import { fillText, type Texts } from '../../../lib/i18n/use-texts.ts';

/** A route in words: where it holds, whom it names, and how many that are. */
export function routeWords(route: TaskRoute, { task: { rules } }: Texts, format: Format) {
  const { college, position, person, holders } = route;
  const count = holders === 1 ? rules.oneHolder : fillText(rules.holders, { count: format.number(holders) });
  return {
    place: college?.name ?? rules.everywhere,
    receiver: position
      ? fillText(rules.position, { name: position.name })
      : fillText(rules.person, { name: person?.name ?? '' }),
    note: holders === 0 ? rules.nobodyThere : position ? count : '',
  };
}
