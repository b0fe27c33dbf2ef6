/** Business constants of the product, in one place because client and server must agree on them. */
export const requestTimeoutMs = 1_000_000;
export const requestCacheLifetimeMs = 60_000;
export const chunkLoadTimeoutMs = 120_000;
export const notificationSettings = {
  durationMs: 4_500,
  placement: 'topRight',
  edgeOffsetPx: 24,
  widthPx: 384,
} as const;
export const vendorFrameSizes = { middle: { width: 480, height: 416 }, small: { width: 320, height: 380 } } as const;
export const apiBase = '/api';
export const pageDataPath = '/__serverLoader';
/** The state of somebody who links an identity begins like this: the login page passes them on to the profile. */
export const signOnLinkPrefix = 'link.';
export const loginPath = '/app/auth';
export const homePath = '/app/home/my';
export const accessTokenLifetimeMs = 30 * 60_000;
export const refreshTokenLifetimeMs = 14 * 24 * 3_600_000;
/** A client renews its token before it sends when less than this is left. */
export const renewBeforeMs = 60_000;
/** A refresh token that loses a race within this time is not taken for stolen. */
export const refreshRaceMs = 10_000;
/** Guesses an account allows in one window, for devices that never signed in to it. */
export const guessLimit = { tries: 10, windowMs: 15 * 60_000 } as const;
