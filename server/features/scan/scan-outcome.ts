import { type ScanSource, scanSources } from '@lectern/contract/features/scan.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import type { Executor } from '../../platform/db/database.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { OpenBlock } from './scans.repository.ts';

/** What a scan changed about the matches of a resource. */
export type ScanOutcome = {
  /** New matches that need a decision. */
  opened: number;
  /** Matches whose text came back and whose earlier decision no longer holds. */
  reopened: number;
  /** Open matches with severity *block*, old ones included. */
  blockMatches: number;
  /** Matches whose text is gone: decided ones are kept for the record, others deleted. */
  vanished: number;
  /** Matches that moved, or that start with an inherited decision: their masks may be out of date. */
  moved: number;
  /** Matches whose severity changed with their word. */
  regraded: number;
  /** Part of a re-scan, which notifies reviewers once for all items. */
  inRescan: boolean;
};

/** Opens, reopens or closes the review, in the transaction that saved the matches. */
export type AfterScan = (transaction: Executor, resourceId: string, outcome: ScanOutcome) => Promise<void>;

/** Releases a withheld item whose texts were fixed. Resources stay blocked until two people agree. */
export type ReleaseFixed = (transaction: Executor, itemId: string) => Promise<void>;

/** Blocks a resource or withholds another item; undefined if it is blocked already or in the trash. */
export type BlockResource = (
  transaction: Executor,
  resourceId: string,
  reason: string,
) => Promise<{ before: Record<string, unknown> } | undefined>;

/** Redacts files that were made since the masks were, such as those of a new version. */
export type CoverResource = (transaction: Executor, resourceId: string) => Promise<void>;

const mostPlaces = 5;

/** Why a resource was blocked: the places without the word, because its owner reads this. */
export function blockReason(matches: readonly OpenBlock[], language: Language): string {
  const { reason, between } = messagesIn(language).scan.blockReason;
  const places = scanSources.flatMap((source) => placesIn(source, matches, language));
  return fillText(reason, { places: places.join(between) });
}

function placesIn(source: ScanSource, matches: readonly OpenBlock[], language: Language): string[] {
  const { scan } = messagesIn(language);
  const own = matches.filter((match) => match.source === source);
  if (own.length === 0) return [];
  const places = [...new Set(own.flatMap((match) => placeOf(match, language)))].slice(0, mostPlaces);
  const name = scan.sources[source];
  const { place, and } = scan.blockReason;
  return [places.length > 0 ? fillText(place, { source: name, where: places.join(and) }) : name];
}

function placeOf({ page, start_ms: startMs }: OpenBlock, language: Language): string[] {
  if (page !== null) return [fillText(messagesIn(language).scan.blockReason.page, { number: page })];
  if (startMs === null) return [];
  const seconds = Math.floor(startMs / 1000);
  return [`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`];
}
