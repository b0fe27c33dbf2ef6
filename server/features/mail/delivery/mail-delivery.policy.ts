import type { SendOutcome } from '../../../engines/mail/port.ts';
import type { Settlement } from './mail-delivery.repository.ts';

/** Maximum attempts per recipient while the server defers the mail. */
const mostTries = 5;
const firstWaitMs = 60_000;
const longestPauseMs = 5 * 60_000;

/** Backoff of 1, 4, 16 and 64 minutes. */
function nextTryAfter(tries: number, now: Date): Date {
  return new Date(now.getTime() + firstWaitMs * 4 ** Math.max(0, tries - 1));
}

/** The pause after consecutive connection failures. */
export function pauseAfter(failures: number): number {
  return Math.min(longestPauseMs, 2_000 * 2 ** Math.max(0, failures - 1));
}

/** Maps the server’s answer to a recipient state. A mail that may have arrived is never resent. */
export function settlementOf(outcome: SendOutcome, tries: number, now: Date): Settlement {
  const { answer } = outcome;
  switch (outcome.state) {
    case 'sent':
      return { state: 'sent', answer };
    case 'unknown':
      return { state: 'unknown', reason: 'lostAnswer', answer };
    case 'unreachable':
      return { state: 'waiting', answer, untried: true };
    case 'refused':
      if (outcome.forGood) return { state: 'failed', reason: 'refused', answer };
      if (tries >= mostTries) return { state: 'failed', reason: 'triedTooOften', answer };
      return { state: 'waiting', answer, nextTryAt: nextTryAfter(tries, now) };
  }
}
