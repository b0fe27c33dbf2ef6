/** So long the page may be kept from answering; a key is felt to be late from 50 on. */
const sliceMs = 8;

/**
 * Does something with each of many, and lets the page answer in between; says whether it came to the end. Begun later,
 * it leaves anyone who asked to what they were at.
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
