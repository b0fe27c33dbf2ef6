import type { RuleKind, TaskPriority } from '@lectern/contract/features/task-kinds.ts';
import type { TaskFallback } from '@lectern/contract/features/task-rule.ts';
import { type RawBuilder, sql } from 'kysely';

/** Something that somebody has to do for as long as a state lasts. */
export type Matter = {
  /** One open to-do of each. */
  key: string;
  object_type: string;
  object_id: string;
  title: string;
  details: Record<string, unknown>;
  department_id: string | null;
  owner_id: string | null;
  /** Whose it is by the state itself, such as who took a review on. */
  assignee_id: string | null;
  due_at: Date | null;
};

/** A state of which somebody has to do something: by it to-dos open, and by its end they close. */
export type TaskRule = {
  kind: RuleKind;
  priority: TaskPriority;
  /** So many days after it opened it is due; null: never. */
  dueDays: number | null;
  fallback: TaskFallback;
  /** Part of how Lectern works: it can't be switched off. */
  always?: true;
  /**
   * `state`: whoever changes the state opens and closes in the same transaction, and only what was missed is found here.
   * `person`: somebody asks for it, and only its end is found here. `wish`: changes leave a wish, and a worker judges.
   */
  by: 'state' | 'person' | 'wish';
  /** The time alone begins or ends it: looked at again and again. */
  timed?: true;
  /** Whoever gets one hears of it; the others are told by what opens them. */
  tells: boolean;
  /** Everything that lasts, with the columns of a matter; `among`: of these objects only. */
  matters(among: Among): RawBuilder<unknown>;
};

export type Among = readonly string[] | undefined;

/** Looks at all objects, or at some. */
export function isAmong(name: RawBuilder<unknown>, among: Among): RawBuilder<unknown> {
  return among ? sql`${name} = any (${among}::text[])` : sql`true`;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The same by ids, in the type that their indexes know. */
export function isAmongIds(id: RawBuilder<unknown>, among: Among): RawBuilder<unknown> {
  return among ? sql`${id} = any (${among.filter((one) => uuid.test(one))}::uuid[])` : sql`true`;
}
