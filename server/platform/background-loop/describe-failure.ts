const mostCharacters = 200;

/** SQLSTATE classes whose messages name tables, columns and limits, but never a value: connections, locks, names, resources. */
const harmlessClasses = new Set(['08', '25', '40', '42', '53', '55', '57', '58']);

type Coded = { code?: unknown; severity?: unknown; constraint?: unknown; table?: unknown; column?: unknown };

/** What administrators may read about an error: enough to act on, without values from queries, addresses or secrets. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error';
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0]);
  const { code, severity, constraint, table, column } = error as Coded;
  if (typeof code === 'string' && typeof severity === 'string') {
    if (harmlessClasses.has(code.slice(0, 2))) return cut(`${firstLine(error.message)} (SQL ${code})`);
    const place = [table, column, constraint].filter((part) => typeof part === 'string').join(', ');
    return cut(`SQL ${code}${place && ` (${place})`}`);
  }
  const kind = typeof code === 'string' ? code : error.name;
  return cut(`${kind}: ${withoutValues(firstLine(error.message))}`);
}

function withoutValues(message: string): string {
  return message
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replaceAll(/(["'`“‘]).*?["'`”’]/g, '…')
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/[\w+/=-]{20,}/g, '…');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function cut(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}
