/** The secret of a link that was mailed, taken out of the address at once, so that nobody reads it off the screen later. */
export function takeResetToken(): string | null {
  const token = /^#reset=([\w-]{1,200})$/.exec(window.location.hash)?.[1] ?? null;
  if (token) window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return token;
}
