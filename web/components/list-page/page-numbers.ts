/** Page numbers worth a button: those around the current one, the first and the last; null is a gap. */
export function pageNumbers(current: number, last: number): (number | null)[] {
  if (last <= 1) return [];
  const wanted = new Set(
    [1, 2, 3, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last),
  );
  if (current > last) wanted.add(current);
  const sorted = [...wanted].sort((left, right) => left - right);
  return sorted.flatMap((page, at) => {
    const before = sorted[at - 1];
    return before !== undefined && page - before > 1 ? [null, page] : [page];
  });
}
