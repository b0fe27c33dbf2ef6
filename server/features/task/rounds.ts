import type { Db, Executor } from '../../platform/db/database.ts';
import { takeDue, takeWoken } from './rounds.repository.ts';
import type { RuleBook } from './rules/rule-book.ts';
import type { TaskLoop } from './rules/task-loop.ts';
import type { TaskAnnouncer } from './task-announcer.ts';

export type RoundParts = { rules: RuleBook; loop: TaskLoop; announcer: TaskAnnouncer };
type Reminder = { take(transaction: Executor): ReturnType<typeof takeDue>; kind: 'taskDue' | 'taskBack' };

const reminders: readonly Reminder[] = [
  { take: takeWoken, kind: 'taskBack' },
  { take: takeDue, kind: 'taskDue' },
];

/** What the time alone brings: what was put off, what is nearly due, and what a date begins or ends. */
export async function makeRounds(db: Db, parts: RoundParts, options: { everything: boolean; signal: AbortSignal }) {
  const timed = parts.rules.all().filter((rule) => rule.timed || options.everything);
  await parts.loop.drain();
  const synced = await parts.loop.reconcile(timed.map((rule) => rule.kind));
  let reminded = 0;
  for (const { take, kind } of reminders) {
    if (options.signal.aborted) break;
    reminded += await db.transaction().execute(async (transaction) => {
      const tasks = await take(transaction);
      for (const task of tasks) await parts.announcer.reminds(transaction, task, kind);
      return tasks.length;
    });
  }
  return { ...synced, reminded };
}
