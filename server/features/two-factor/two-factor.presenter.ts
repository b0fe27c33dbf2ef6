import type { TwoFactorSetup, TwoFactorState } from '@lectern/contract/features/two-factor.ts';
import { encode } from 'uqr';

type FactorRow = { totp_secret: Buffer | null; totp_since: Date | null; codes_left: number };

export function presentState(row: FactorRow | undefined): TwoFactorState {
  const enabled = row?.totp_secret != null;
  return {
    enabled,
    since: enabled ? (row?.totp_since?.toISOString() ?? null) : null,
    recoveryCodesLeft: enabled ? (row?.codes_left ?? 0) : 0,
  };
}

/** Draws the dark modules as one SVG path, one segment per run, with the four-module quiet zone scanners expect. */
export function presentQr(text: string): TwoFactorSetup['qr'] {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const runs: string[] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const end = row.indexOf(false, x);
      const length = (end === -1 ? row.length : end) - x;
      runs.push(`M${x} ${y}h${length}v1h-${length}z`);
      x += length;
    }
  }
  return { size, path: runs.join('') };
}
