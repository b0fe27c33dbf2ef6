import type { Executor } from '../../platform/db/database.ts';

/** What a scan changed about the hits of a resource. */
export type ScanOutcome = {
  /** Hits that were not there before and wait for somebody to decide. */
  opened: number;
  /** Hits that were gone and wait again: their text came back, and nothing that was decided of it holds. */
  reopened: number;
  /** Open hits of the severity that blocks, new and old. */
  blockHits: number;
  /** Hits whose text is not there any more: kept for the record, or never decided and so forgotten. */
  vanished: number;
  /** Hits that stand at another place now, or begin as what was decided of their text: masks may have to be made anew. */
  moved: number;
  /** Hits that are graver or milder than they were: their word is. */
  regraded: number;
  /** It is one of many in a rescan, of which people are told together. */
  inRescan: boolean;
};

/** Opens, reopens or closes the review, in the transaction that saved the hits. */
export type AfterScan = (transaction: Executor, resourceId: string, outcome: ScanOutcome) => Promise<void>;

/** The texts of an item were fixed: what kept it from the front site is gone. Resources stay blocked until two people agree. */
export type ReleaseFixed = (transaction: Executor, itemId: string) => Promise<void>;

/** Takes a resource out of publication, or withholds another item; nothing when it is blocked already, or in the trash. */
export type BlockResource = (
  transaction: Executor,
  resourceId: string,
  reason: string,
) => Promise<{ before: Record<string, unknown> } | undefined>;

/** Files may have been made since, or a new version came: what is masked in them must be covered. */
export type CoverResource = (transaction: Executor, resourceId: string) => Promise<void>;
