import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** An SQL condition that tells whether a loop has anything to do. */
export type DueCondition = RawBuilder<boolean>;

type Question = { condition: DueCondition; resolve(due: boolean): void; reject(error: unknown): void };

/** Loops that wake in the same second ask within this time. */
const gatherMs = 10;
const gathered = new WeakMap<Db, Question[]>();

/** Asks for several loops in one statement, because an idle process does this every second. */
export function isDue(db: Db, condition: DueCondition): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const question = { condition, resolve, reject };
    const others = gathered.get(db);
    if (others) return void others.push(question);
    const questions = [question];
    gathered.set(db, questions);
    setTimeout(() => {
      gathered.delete(db);
      void answer(db, questions);
    }, gatherMs);
  });
}

async function answer(db: Db, questions: readonly Question[]): Promise<void> {
  try {
    const conditions = sql.join(questions.map(({ condition }) => sql`(${condition})`));
    // Only statements with a parameter are prepared.
    const asked = sql`${questions.length}::int > 0`;
    const { rows } = await sql<{
      due: boolean[];
    }>`select array[${conditions}]::boolean[] as due where ${asked}`.execute(db);
    for (const [index, { resolve }] of questions.entries()) resolve(rows[0]?.due[index] === true);
  } catch (error) {
    // A broken condition must fail its own loop only.
    if (questions.length === 1) questions[0]?.reject(error);
    else for (const question of questions) await answer(db, [question]);
  }
}
