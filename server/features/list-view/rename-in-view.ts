/** Never an id, whatever stands there. */
const words = ['tab', 'search', 'sort'];

/** A view as an address spells it, with one id in the place of another, and each only once. */
export function renameInView(query: string, from: string, to: string): string {
  const fields = new URLSearchParams(query);
  for (const [name, value] of [...fields]) {
    const ids = value.split(',');
    if (words.includes(name) || !ids.includes(from)) continue;
    fields.set(name, [...new Set(ids.map((id) => (id === from ? to : id)))].join(','));
  }
  return fields.toString();
}
