/** Changes of a catalogue go out one after the other: each needs the version that the one before it left. */
let turn: Promise<unknown> = Promise.resolve();

export function inTurn<Answer>(deed: () => Promise<Answer>): Promise<Answer> {
  const next = turn.then(deed, deed);
  turn = next.catch(() => undefined);
  return next;
}

/** What messages about changes of one catalogue have in common: the way back from a newer one replaces the older. */
export function toldOf(courseId: string): string {
  return `catalogue ${courseId}`;
}
