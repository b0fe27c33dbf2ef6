import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import type { Condition, SeenView } from './list-source.ts';

/** Overrides for searching, counting and reading large lists whose default queries were measured to be too slow. */
export type ListPlanner = {
  search?: SearchPlanner;
  count?: CountPlanner;
  walk?: WalkPlanner;
  /**
   * Whether one plan suits everyone who reads this view without filters, because its scope excludes few rows. Planning
   * would take longer than reading the page.
   */
  plansOnce?(principal: Principal, view: SeenView): boolean;
};

export type SearchPlanner = {
  /** Chooses between indexes and a walk along the sort order, based on samples. */
  plan(db: Executor, text: string, view: PlannedView): Promise<SearchPlan>;
  /** Up to this many rows, reading them all is faster than any text index. */
  fewRows?: number;
  /** Counting search matches stops here. */
  countLimit?: number;
  /** A condition for similar words, used when the search has no match; undefined if there are none. */
  similar?(db: Executor, text: string): Promise<Condition | undefined>;
  /** Filters that search text. Their matches are counted only up to the page size. */
  filters?: Readonly<Record<string, (db: Executor, text: string) => Promise<Condition>>>;
};

/** `few`: the tab has at most `fewRows` rows. `sort`: missing if the caller sorts differently. */
export type PlannedView = { few: boolean; sort: string | undefined };

export type SearchPlan = {
  condition: Condition;
  /** Few rows match: fetch them all through an index, then count and sort them. */
  selective?: boolean;
  split?: SearchSplit | undefined;
};

/**
 * Titles sort by script, and words of one script are rare among titles of another, so a walk from that end would skip
 * almost every row. `rare` finds matches on that side through an index; `others` finds the rest on the walk.
 */
export type SearchSplit = { sort: string; whenAscending: boolean; rare: Condition; others: Condition };

type CountPlanner = {
  /** Disjoint parts of the scope that indexes can count separately but not together. */
  scopeParts?(principal: Principal, view: SeenView): readonly Condition[];
  /** Row count of a view from stored sums; undefined if the rows must be counted. */
  sum?(db: Executor, principal: Principal, view: SeenView): Promise<BoundedCount | undefined>;
  /** Condition for rows newer than the sums; a view whose sum is 0 can contain only these. */
  unsummed?(db: Executor): Promise<Condition>;
  /** Whether to count without a limit, because a chart links to the view and both must show the same number. */
  countsAll?(view: SeenView): boolean;
};

export type WalkPlanner = {
  /** Whether to fetch and sort a view of this many rows because walking the sort index would skip too many others. */
  sortsRows(view: SeenView, rows: number): boolean;
  /**
   * Read whole rows during the walk, because fetching them by id would visit every partition for each row. `from` must
   * be a plain table.
   */
  readsRows: boolean;
};
