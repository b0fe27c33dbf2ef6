import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Audience } from '@lectern/contract/audience.ts';
import { apiBase } from '@lectern/contract/constants.ts';
import type { MediaKind } from '@lectern/contract/portal/portal-media.ts';
import type { MediaLink } from '@lectern/contract/portal/portal-page.ts';
import type { SealedBox } from '../../platform/sealing/sealed-box.ts';

/**
 * Signed URLs are valid for one to two windows (6 to 12 hours) and change only per window, so answers stay cacheable
 * within a window and cached URLs work for at least another one.
 */
const windowSeconds = 6 * 3600;

export type SignedMedia = { kind: MediaKind; id: string; audience: Audience; key: string; expires: number };

/** Signs and verifies media URLs. The key never leaves the installation. */
export class MediaSigner {
  readonly #box: Pick<SealedBox, 'fingerprint'>;
  #key: Promise<Buffer> | undefined;

  constructor(box: Pick<SealedBox, 'fingerprint'>) {
    this.#box = box;
  }

  /** Creates the URLs for one answer. */
  async linker(given: { origin: string; audience: Audience; key: string }): Promise<MakeLink> {
    const secret = await this.#secret();
    const expires = (Math.floor(Date.now() / 1000 / windowSeconds) + 2) * windowSeconds;
    const expiresAt = new Date(expires * 1000).toISOString();
    return (kind, id) => {
      const media = { kind, id, audience: given.audience, key: given.key, expires };
      const query = `audience=${media.audience}&key=${media.key}&expires=${expires}&signature=${signatureOf(secret, media)}`;
      return { url: `${given.origin}${apiBase}/portal/media/${kind}/${id}?${query}`, expiresAt };
    };
  }

  async isSigned(media: SignedMedia, signature: string): Promise<boolean> {
    if (media.expires * 1000 <= Date.now()) return false;
    const expected = Buffer.from(signatureOf(await this.#secret(), media));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #secret(): Promise<Buffer> {
    this.#key ??= this.#box.fingerprint('addresses', 'portal media').catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }
}

export type MakeLink = (kind: MediaKind, id: string) => MediaLink;

function signatureOf(secret: Buffer, { kind, id, audience, key, expires }: SignedMedia): string {
  return createHmac('sha256', secret).update([kind, id, audience, key, expires].join('\n')).digest('base64url');
}
