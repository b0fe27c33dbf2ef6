import type { ItemType, ScanSource } from '@lectern/contract/features/scan.ts';
import type { Executor } from '../../platform/db/database.ts';

/** One text of an item, as visitors get it. */
export type PublishableText = { source: ScanSource; text: string };

export type ReadItem = {
  /** As reviewers and tasks name it. */
  title: string;
  language: string | null;
  /** Who may review it: those who reach the department, or its owner; neither, administrators. */
  departmentId: string | null;
  ownerId: string | null;
  /** Not in the trash. */
  live: boolean;
  texts: readonly PublishableText[];
  /** Pictures that visitors see with it. The machine reads them, and their text is scanned as well. */
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
  /** Nothing: it is gone. */
  read(db: Executor, id: string): Promise<ReadItem | undefined>;
};

/** Texts that say something, in the order given. */
export function publishableTexts(given: readonly (readonly [ScanSource, string | null])[]): PublishableText[] {
  return given.flatMap(([source, text]) => (text?.trim() ? [{ source, text }] : []));
}
