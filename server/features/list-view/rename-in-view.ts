/** Parameters that never contain ids. */
const words = ['tab', 'search', 'sort'];

/** Replaces an id in a view's query string without creating duplicates. */
export function renameInView(query: string, from: string, to: string): string {
  const fields = new URLSearchParams(query);
  for (const [name, value] of [...fields]) {
    const ids = value.split(',');
    if (words.includes(name) || !ids.includes(from)) continue;
    fields.set(name, [...new Set(ids.map((id) => (id === from ? to : id)))].join(','));
  }
  return fields.toString();
}
