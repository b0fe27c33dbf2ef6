/** Why a bulk action or its Undo left an object unchanged. Other reasons come from the error catalogue. */
export const skipped = {
  asWanted: 'Already up to date.',
  changedSince: 'It has changed since.',
  placeGone: 'The library or folder it was in no longer exists.',
  notSignedIn: 'Not logged in anywhere.',
  notLocked: 'Not locked.',
  noTwoFactor: 'Two-factor authentication is off.',
  ownsNothing: 'Nothing to transfer.',
};

export type SkippedTexts = typeof skipped;
