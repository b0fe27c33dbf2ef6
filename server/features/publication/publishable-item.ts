import type { ItemType, ScanSource } from '@lectern/contract/features/scan.ts';
import type { Executor } from '../../platform/db/database.ts';

/** A text of an item as visitors see it. */
export type PublishableText = { source: ScanSource; text: string };

export type ReadItem = {
  /** Shown to reviewers and in tasks. */
  title: string;
  language: string | null;
  /**
   * Reviewers are the people whose data scope includes the department, and the owner. If both are null, only
   * administrators.
   */
  departmentId: string | null;
  ownerId: string | null;
  /** Not in the trash. */
  live: boolean;
  texts: readonly PublishableText[];
  /** Cover images. Their text is recognized and scanned too. */
  covers: readonly string[];
};

/**
 * Anything publishable that isn't a resource. Its feature declares the texts to scan; a test compares `portal` with
 * every text in the portal's answers.
 */
export type PublishableItem = {
  type: ItemType;
  /** The portal fields that show these texts, with the scan source of each. */
  portal: Readonly<Record<string, ScanSource>>;
  /** Returns undefined when the item no longer exists. */
  read(db: Executor, id: string): Promise<ReadItem | undefined>;
  /** Stores the withheld state in the item's own row; absent when readers use `sensitive_items` instead. */
  withhold?(transaction: Executor, id: string, withheld: boolean): Promise<void>;
};

/** The non-empty texts, in order. */
export function publishableTexts(given: readonly (readonly [ScanSource, string | null])[]): PublishableText[] {
  return given.flatMap(([source, text]) => (text?.trim() ? [{ source, text }] : []));
}
