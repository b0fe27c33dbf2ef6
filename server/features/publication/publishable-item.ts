import type { ItemType, ScanSource } from '@lectern/contract/features/scan.ts';
import type { Executor } from '../../platform/db/database.ts';

/** One text of an item, as visitors get it. */
export type PublishableText = { source: ScanSource; text: string };

export type ReadItem = {
  /** For reviewers and tasks. */
  title: string;
  language: string | null;
  /** Reviewers are those who reach the department, or the owner; if both are null, administrators. */
  departmentId: string | null;
  ownerId: string | null;
  /** Not in the trash. */
  live: boolean;
  texts: readonly PublishableText[];
  /** Pictures shown with it. Their text is recognised and scanned too. */
  covers: readonly string[];
};

/**
 * Something that can be published and is no resource. Its feature says which texts it shows; the scan reads them here, and a
 * test compares `portal` with every text that the portal answers with.
 */
export type PublishableItem = {
  type: ItemType;
  /** Fields of the portal's answers that show these texts, by the source that a match in them has. */
  portal: Readonly<Record<string, ScanSource>>;
  /** undefined if it is gone. */
  read(db: Executor, id: string): Promise<ReadItem | undefined>;
  /** Notes in its own row whether it is withheld; absent where the row of the scan is read instead. */
  withhold?(transaction: Executor, id: string, withheld: boolean): Promise<void>;
};

/** The texts that are not empty, in their order. */
export function publishableTexts(given: readonly (readonly [ScanSource, string | null])[]): PublishableText[] {
  return given.flatMap(([source, text]) => (text?.trim() ? [{ source, text }] : []));
}
