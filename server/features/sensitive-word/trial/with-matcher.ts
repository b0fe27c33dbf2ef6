import type { Found, MatcherWord } from '../../../engines/word-matcher/port.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { CreateMatcher, TextToMatch } from './trial-ports.ts';

/** Each is a thread: more at once are refused rather than risked. */
const mostAtOnce = 4;
let open = 0;

type Find = (texts: readonly TextToMatch[]) => Promise<Found[][]>;

/** A matcher of a few words, for as long as the work with it lasts. */
export async function withMatcher<Result>(
  create: CreateMatcher,
  words: readonly MatcherWord[],
  work: (find: Find) => Promise<Result>,
): Promise<Result> {
  if (open >= mostAtOnce) throw new AppError('overloaded', { retryAfterSeconds: 2 });
  open += 1;
  const host = create();
  try {
    await host.load('trial', () => words);
    return await work(async (texts) => {
      const asked = texts.map(({ text, context }, index) => ({ id: String(index), text, ...context }));
      const { results } = await host.findAll(asked);
      return results.map((result) => result.found);
    });
  } finally {
    open -= 1;
    await host.close();
  }
}
