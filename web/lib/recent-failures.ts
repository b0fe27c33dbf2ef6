import { onFailure } from './api-client.ts';

const kept = 5;
const recent: string[] = [];

/** Keeps recent failures for the details that users send to support. */
export function rememberFailures(): () => void {
  return onFailure(({ error }) => {
    if (error.kind === 'aborted') return;
    const facts = [
      new Date().toISOString(),
      error.kind,
      error.status,
      error.code,
      error.url.split('?')[0],
      error.requestId,
    ];
    recent.push(facts.filter(Boolean).join(' '));
    if (recent.length > kept) recent.shift();
  });
}

export function recentFailures(): readonly string[] {
  return recent;
}
