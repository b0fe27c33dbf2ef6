/** Product constants that client and server must agree on. */
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
/** Prefix of the OIDC `state` while someone links an identity; the login page then forwards them to their profile. */
export const signOnLinkPrefix = 'link.';
export const loginPath = '/app/auth';
export const homePath = '/app/home/my';
export const accessTokenLifetimeMs = 30 * 60_000;
export const refreshTokenLifetimeMs = 14 * 24 * 3_600_000;
/** The client refreshes its token before a request if less than this remains. */
export const renewBeforeMs = 60_000;
/** A refresh token reused within this time lost a race between windows and isn't treated as stolen. */
export const refreshRaceMs = 10_000;
/** Login attempts per account and window from devices that have never logged in to that account. */
export const guessLimit = { tries: 10, windowMs: 15 * 60_000 } as const;
