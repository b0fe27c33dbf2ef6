import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the parameters every authenticator app assumes: SHA-1, six digits, thirty seconds. */
const stepMs = 30_000;
const digits = 6;
/** Accepts one step to either side, because clocks differ and people type slowly. */
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

/** The time step of a code; undefined if it matches none or only a step that was already used. */
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
  // Authenticator apps show a plus sign literally, so spaces are encoded as %20.
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`;
}
