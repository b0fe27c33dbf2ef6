import type { RuleKind, TaskKind } from '@lectern/contract/features/task-words.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { askRules } from './ask-rules.ts';
import { endingRules } from './ending-rule.ts';
import { reviewRules } from './review-rules.ts';
import { findRuleSettings, listRuleSettings, type RuleSettings } from './rule-settings.repository.ts';
import type { TaskRule } from './task-rule.ts';
import { workRules } from './work-rules.ts';

/** What the product itself knows; features that come later add theirs. */
export const productRules: readonly TaskRule[] = [...reviewRules, ...workRules, ...askRules, ...endingRules];

export type SetRule = TaskRule & RuleSettings;

/** Every rule by its kind, as the product has it and as administrators set it. */
export class RuleBook {
  readonly #rules: ReadonlyMap<string, TaskRule>;

  constructor(rules: readonly TaskRule[]) {
    this.#rules = new Map(rules.map((rule) => [rule.kind, rule]));
    if (this.#rules.size !== rules.length) throw new Error('Two rules make to-dos of one kind');
  }

  all(): readonly TaskRule[] {
    return [...this.#rules.values()];
  }

  find(kind: TaskKind | (string & {})): TaskRule | undefined {
    return this.#rules.get(kind);
  }

  async read(db: Executor, kind: RuleKind | (string & {})): Promise<SetRule | undefined> {
    const rule = this.find(kind);
    return rule && settled(rule, await findRuleSettings(db, rule.kind));
  }

  async readAll(db: Executor): Promise<SetRule[]> {
    const settings = await listRuleSettings(db);
    return this.all().map((rule) => settled(rule, settings.get(rule.kind)));
  }
}

function settled(rule: TaskRule, settings: RuleSettings | undefined): SetRule {
  const set = settings ?? { enabled: true, priority: rule.priority, dueDays: rule.dueDays };
  return { ...rule, ...set, enabled: rule.always ? true : set.enabled };
}
