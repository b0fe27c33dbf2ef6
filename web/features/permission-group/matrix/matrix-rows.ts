import { groups } from '@lectern/contract/access.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { childrenOf, hasParameter, pagesLeadingTo, type Route } from '@lectern/contract/routes.ts';
import type { Texts } from '../../../lib/i18n/use-texts.ts';
import type { Flag, GroupDraft } from '../edit/group-draft.ts';

export type PageRow = {
  route: Route;
  /** Whether a group can say anything about it. */
  grantable: boolean;
  /** Details that open with it. */
  details: Route[];
};
export type AreaRows = { area: Route; pages: PageRow[] };

/** The whole tree of pages: areas, their pages, and the details that inherit from these. */
export function matrixRows(): AreaRows[] {
  return groups().map((area) => ({
    area,
    pages: childrenOf(area.id)
      .filter((route) => !hasParameter(route))
      .map((route) => ({
        route,
        grantable: route.access === 'routeFilter',
        details: childrenOf(route.id).filter(hasParameter),
      })),
  }));
}

export type Narrowing = { text: string; onlySet: boolean };

/** The rows that fit what was typed; details come with their page. */
export function narrowRows(rows: readonly AreaRows[], by: Narrowing, draft: GroupDraft, texts: Texts): AreaRows[] {
  const wanted = by.text.trim().toLowerCase();
  const fits = ({ id, path }: Route) =>
    wanted === '' || texts.routes[id].toLowerCase().includes(wanted) || path.toLowerCase().includes(wanted);
  return rows
    .map(({ area, pages }) => ({
      area,
      pages: pages.filter(
        ({ route, details }) =>
          (fits(area) || fits(route) || details.some(fits)) && (!by.onlySet || draft.rules[route.path] !== undefined),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
}

export function grantablePathsOf({ pages }: AreaRows): string[] {
  return pages.filter(({ grantable }) => grantable).map(({ route }) => route.path);
}

/** The one rule of all these pages, or that they differ. */
export function commonFlag(paths: readonly string[], draft: GroupDraft): Flag | 'mixed' {
  const flags = new Set(paths.map((path) => draft.rules[path] ?? null));
  const [first = null] = flags;
  return flags.size > 1 ? 'mixed' : first;
}

export function countFlags(rows: readonly AreaRows[], draft: GroupDraft) {
  const flags = rows.flatMap(grantablePathsOf).map((path) => draft.rules[path]);
  const count = (wanted: number | undefined) => flags.filter((flag) => flag === wanted).length;
  return { allow: count(accessFlag.allow), forbid: count(accessFlag.forbid), unset: count(undefined) };
}

/** Some details are listed by more pages than one. */
export function opensElsewhere(detail: Route): boolean {
  return pagesLeadingTo(detail.id).length > 1;
}
