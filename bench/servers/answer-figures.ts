import pg from 'pg';

export type ServerFigures = { cpuMs: number; statements: number };
export type ServerQuestion = 'figures' | 'record' | 'recorded';

/**
 * Counts the statements this process sends to the database and answers the benchmark's questions: its figures so far,
 * and the texts of all statements since `record`.
 */
export function answerFigures(): void {
  let statements = 0;
  let texts: string[] | undefined;
  const send = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    statements += 1;
    texts?.push(textOf(given[0]));
    return send.apply(this, given);
  } as typeof pg.Client.prototype.query;
  process.on('message', (question: ServerQuestion) => {
    if (question === 'record') texts = [];
    if (question === 'recorded') {
      process.send?.(texts ?? []);
      texts = undefined;
      return;
    }
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000, statements } satisfies ServerFigures);
  });
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String((query as { text?: string }).text ?? '');
}
