import { type ScanSource, scanSources } from '@lectern/contract/features/scan.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import type { Executor } from '../../platform/db/database.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { OpenBlock } from './scans.repository.ts';

/** What a scan changed about the matches of a resource. */
export type ScanOutcome = {
  /** Matches that were not there before and wait for somebody to decide. */
  opened: number;
  /** Matches that were gone and wait again: their text came back, and nothing that was decided of it holds. */
  reopened: number;
  /** Open matches of the severity that blocks, new and old. */
  blockMatches: number;
  /** Matches whose text is not there any more: kept for the record, or never decided and so forgotten. */
  vanished: number;
  /** Matches that stand at another place now, or begin as what was decided of their text: masks may have to be made anew. */
  moved: number;
  /** Matches that are graver or milder than they were: their word is. */
  regraded: number;
  /** It is one of many in a rescan, of which people are told together. */
  inRescan: boolean;
};

/** Opens, reopens or closes the review, in the transaction that saved the matches. */
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

const mostPlaces = 5;

/** Why a resource was blocked, by place and without the word: whoever owns it reads this. */
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
