import type { Executor } from '../../platform/db/database.ts';
import type { Condition, ListSource } from '../../platform/list/list-source.ts';
import type { ColumnRecord } from './column.repository.ts';
import { type ColumnCount, countByHand, countByRules, shownToCampus } from './column-count.repository.ts';
import { ruleConditions } from './rule-conditions.ts';

type Parts = { source: ListSource; timeZone: string; now?: () => number };

/** Long enough that a tree that is opened again costs nothing, short enough that nobody notices. */
const keptMs = 5_000;

/** How much columns hold and show. What rules match is counted for all of them at once, and kept for a moment. */
export class ColumnCounter {
  readonly #parts: Parts;
  readonly #kept = new Map<string, ColumnCount & { until: number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async count(db: Executor, columns: readonly ColumnRecord[]): Promise<Map<string, ColumnCount>> {
    const rules = new Set(columns.filter((column) => column.mode === 'rule').map((column) => column.rule));
    const [byHand] = await Promise.all([
      countByHand(db, shownToCampus(this.#parts.timeZone)),
      this.#refresh(db, rules),
    ]);
    const none: ColumnCount = { held: 0, shown: 0 };
    return new Map(
      columns.map((column) => {
        const count = (column.mode === 'rule' ? this.#kept.get(column.rule) : byHand.get(column.id)) ?? none;
        const shown = Math.min(count.shown, column.item_limit ?? count.shown);
        return [column.id, { held: count.held, shown }];
      }),
    );
  }

  async #refresh(db: Executor, rules: ReadonlySet<string>): Promise<void> {
    const now = (this.#parts.now ?? Date.now)();
    for (const [rule, { until }] of this.#kept) if (until <= now) this.#kept.delete(rule);
    const { source, timeZone } = this.#parts;
    const missing = [...rules].filter((rule) => !this.#kept.has(rule));
    const asked: { key: string; conditions: Condition }[] = [];
    for (const rule of missing) {
      const conditions = await ruleConditions(db, source, rule, timeZone);
      if (conditions) asked.push({ key: rule, conditions });
    }
    for (const [rule, count] of await countByRules(db, source, asked, shownToCampus(timeZone))) {
      this.#kept.set(rule, { ...count, until: now + keptMs });
    }
  }
}
