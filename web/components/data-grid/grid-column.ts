import type { ReactNode } from 'react';

export type GridColumn<Row> = {
  id: string;
  heading: string;
  /** Pixels it needs at least. */
  width: number;
  /** Its share of room to spare; 1 unless said otherwise. */
  grow?: number;
  /** Where room is short the lowest go first, among equals the last. */
  keep?: number;
  align?: 'end' | undefined;
  /** Holds the row's link. */
  main?: boolean;
  /** The sort that its heading asks for, and whether the greatest comes first. */
  sort?: string | undefined;
  greatestFirst?: boolean | undefined;
  cell: (row: Row) => ReactNode;
};
