import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with what every authenticator app takes for granted: SHA-1, six digits, thirty seconds. */
const stepMs = 30_000;
const digits = 6;
/** Clocks differ and people type slowly: one step to either side counts, too. */
const tolerance = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / stepMs);
}

export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The step that the code belongs to; nothing when it fits none, or only one that was used already. */
export function matchingStep(secret: Buffer, code: string, nowMs: number, lastStep: number | null): number | undefined {
  const typed = Buffer.from(code);
  if (typed.length !== digits) return undefined;
  const now = stepAt(nowMs);
  let match: number | undefined;
  for (let step = now - tolerance; step <= now + tolerance; step += 1) {
    const fits = step >= 0 && timingSafeEqual(Buffer.from(codeOf(secret, step)), typed);
    if (fits && (lastStep === null || step > lastStep)) match ??= step;
  }
  return match;
}

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

export function otpauthUri(secret: Buffer, issuer: string, account: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer });
  // Apps show a plus sign where a form would mean a space.
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`;
}
