/** What happened, added up. */
export type Sums = {
  views: number;
  plays: number;
  downloads: number;
  searches: number;
  clicks: number;
  play_ms: number;
  /** How long the recordings are that were viewed. */
  opened_ms: number;
  /** What of `play_ms` is of recordings whose length is known. */
  watched_ms: number;
};

export const noSums: Sums = {
  ...{ views: 0, plays: 0, downloads: 0, searches: 0, clicks: 0 },
  ...{ play_ms: 0, opened_ms: 0, watched_ms: 0 },
};
