/** Longest time to block the page; input feels delayed from about 50 ms. */
const sliceMs = 8;

/**
 * Runs an action for each item in slices that keep the page responsive; returns whether it finished. With `later`, the
 * caller's current task is completed first.
 */
export async function inSlices<Item>(
  items: readonly Item[],
  action: (item: Item, at: number) => void,
  isWanted: () => boolean = () => true,
  begin: 'now' | 'later' = 'now',
): Promise<boolean> {
  if (begin === 'later') {
    await breathe();
    if (!isWanted()) return false;
  }
  let until = performance.now() + sliceMs;
  for (const [at, item] of items.entries()) {
    action(item, at);
    if (performance.now() < until) continue;
    await breathe();
    if (!isWanted()) return false;
    until = performance.now() + sliceMs;
  }
  return true;
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
