import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import type { Condition, SeenView } from './list-source.ts';

/** How a large list is searched, counted and read where the general way was measured to be too slow. */
export type ListPlanner = { search?: SearchPlanner; count?: CountPlanner; walk?: WalkPlanner };

export type SearchPlanner = {
  /** Chooses between indexes and a walk along the sort, from samples. `few`: the tab has at most `fewRows` rows. */
  plan(db: Executor, text: string, few: boolean): Promise<SearchPlan>;
  /** Reading so many rows takes less time than any text index. */
  fewRows?: number;
  /** Where counting the matches of a search stops. */
  countLimit?: number;
  /** A condition for similar words, used when the search has no match; undefined if there are none. */
  similar?(db: Executor, text: string): Promise<Condition | undefined>;
  /** Filters that search texts. Their matches are counted only as far as the page goes. */
  filters?: Readonly<Record<string, (db: Executor, text: string) => Promise<Condition>>>;
};

export type SearchPlan = {
  condition: Condition;
  /** Few rows match: fetch them all through an index, then count and sort them. */
  selective?: boolean;
  split?: SearchSplit | undefined;
};

/**
 * Titles sort by script, and words of one script are rare among titles of the other: a walk from that end skips almost
 * every row. So `rare` finds the matches on that side through an index, and `others` finds the rest on the walk.
 */
export type SearchSplit = { sort: string; whenAscending: boolean; rare: Condition; others: Condition };

type CountPlanner = {
  /** Disjoint parts of the scope that indexes can count one by one, but not together. */
  scopeParts?(principal: Principal, view: SeenView): readonly Condition[];
  /** The rows of a view from kept sums; undefined if the rows must be counted. */
  sum?(db: Executor, principal: Principal, view: SeenView): Promise<BoundedCount | undefined>;
  /** The rows that are newer than the sums: the only ones a view can have whose sum is 0. */
  unsummed?(db: Executor): Promise<Condition>;
  /** Whether to count without a limit: a view that a chart links to shows the chart's figure. */
  countsAll?(view: SeenView): boolean;
};

export type WalkPlanner = {
  /** Whether to fetch and sort a view with so many rows: walking the sort index would skip too many others. */
  sortsRows(view: SeenView, rows: number): boolean;
  /**
   * Read whole rows during the walk: fetching them by id afterwards would visit every partition for each row. `from` must
   * be a plain table.
   */
  readsRows: boolean;
};
