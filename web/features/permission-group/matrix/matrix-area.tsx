import { groups } from '@lectern/contract/access.ts';
import type { Person } from '@lectern/contract/features/people.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { childrenOf, hasParameter, pagesLeadingTo, type Route } from '@lectern/contract/routes.ts';
import { useId } from 'react';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { Status } from '../../../components/status.tsx';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { Flag, GroupDraft } from '../edit/group-draft.ts';

type MatrixCells = {
  stored: GroupDraft;
  draft: GroupDraft;
  editable: boolean;
  onSet: (paths: readonly string[], flag: Flag) => void;
  /** Person whose effective access is shown beside the rules. */
  explained?: {
    person: Person;
    opens: ReadonlyMap<string, boolean> | undefined;
    onAsk: (path: string) => void;
  };
};

/** Area heading; sets the rule of all its pages at once. */
export function AreaHead({ rows, draft, editable, onSet, explained }: MatrixCells & { rows: AreaRows }) {
  const { permissionGroup, routes } = useTexts();
  const { matrix: words } = permissionGroup;
  const paths = grantablePathsOf(rows);
  const value = commonFlag(paths, draft);
  return (
    <tr className="matrix-area">
      <th scope="rowgroup">
        {rows.area.icon && <Icon name={rows.area.icon} />}
        {routes[rows.area.id]}
      </th>
      <td>
        <FlagChoice
          label={fillText(words.allOf, { area: routes[rows.area.id] })}
          value={value}
          disabled={!editable || paths.length === 0}
          onChange={(flag) => onSet(paths, flag)}
        />
        {value === 'mixed' && <span className="matrix-note">{words.mixed}</span>}
      </td>
      {explained && <td />}
    </tr>
  );
}

/** A page with its rule, followed by the detail pages that inherit it. */
export function PageRows({ page, ...cells }: MatrixCells & { page: PageRow }) {
  const { permissionGroup, routes } = useTexts();
  const { matrix: words } = permissionGroup;
  const { route, grantable, details } = page;
  const { stored, draft, editable, onSet, explained } = cells;
  const flag = draft.rules[route.path] ?? null;
  const was = stored.rules[route.path] ?? null;
  return (
    <>
      <tr className={flag !== was ? 'matrix-changed' : undefined}>
        <th scope="row" className="matrix-page">
          {routes[route.id]} <code>{route.path}</code>
        </th>
        <td>
          {grantable ? (
            <>
              <FlagChoice
                label={fillText(words.ruleOf, { page: routes[route.id] })}
                value={flag}
                disabled={!editable}
                onChange={(next) => onSet([route.path], next)}
              />
              {flag !== was && (
                <span className="matrix-note">{fillText(words.changed, { flag: words.flags[wordOf(was)] })}</span>
              )}
            </>
          ) : (
            <span className="matrix-fixed">
              <Icon name="lock" size={14} />
              {route.access === 'user' ? words.everybody : words.administrators}
            </span>
          )}
        </td>
        {explained && <ExplainedCell route={route} explained={explained} />}
      </tr>
      {details.map((detail) => (
        <tr key={detail.id} className="matrix-detail">
          <th scope="row">
            <span aria-hidden="true">└</span> {routes[detail.id]}
          </th>
          <td>
            <span className={`matrix-inherited matrix-${wordOf(flag)}`}>
              {grantable && `${words.flags[wordOf(flag)]} · `}
              {opensElsewhere(detail) ? words.inheritsMore : fillText(words.inherits, { page: routes[route.id] })}
            </span>
          </td>
          {explained && <td />}
        </tr>
      ))}
    </>
  );
}

function ExplainedCell({ route, explained }: { route: Route; explained: NonNullable<MatrixCells['explained']> }) {
  const { permissionGroup, routes } = useTexts();
  const { explain, matrix } = permissionGroup;
  const { person, opens, onAsk } = explained;
  const allowed = opens?.get(route.path);
  return (
    <td>
      {allowed !== undefined && (
        <button
          type="button"
          className="matrix-why"
          aria-label={fillText(matrix.why, { page: routes[route.id], name: person.name })}
          onClick={() => onAsk(route.path)}
        >
          <Status tone={allowed ? 'ok' : 'idle'}>{allowed ? explain.opens : explain.closed}</Status>
          <span>{explain.show}</span>
        </button>
      )}
    </td>
  );
}

function wordOf(flag: Flag): 'unset' | 'allow' | 'forbid' {
  if (flag === null) return 'unset';
  return flag === accessFlag.allow ? 'allow' : 'forbid';
}

const choices: readonly { word: 'unset' | 'allow' | 'forbid'; flag: Flag; icon?: IconName }[] = [
  { word: 'unset', flag: null },
  { word: 'allow', flag: accessFlag.allow, icon: 'check' },
  { word: 'forbid', flag: accessFlag.forbid, icon: 'ban' },
];

type Props = { label: string; value: Flag | 'mixed'; disabled: boolean; onChange: (flag: Flag) => void };

/** Unset, Allow or Forbid as native radio buttons, so that arrow keys work without extra code. */
function FlagChoice({ label, value, disabled, onChange }: Props) {
  const { flags } = useTexts().permissionGroup.matrix;
  const name = useId();
  return (
    <fieldset className="flag-choice" disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ word, flag, icon }) => (
        <label key={word} className={`flag-${word}`}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={value === flag}
            onChange={() => onChange(flag)}
          />
          {icon && <Icon name={icon} size={14} />}
          {flags[word]}
        </label>
      ))}
    </fieldset>
  );
}

type PageRow = {
  route: Route;
  /** Whether groups can grant this page at all. */
  grantable: boolean;
  /** Detail pages that inherit this page's rule. */
  details: Route[];
};
export type AreaRows = { area: Route; pages: PageRow[] };

/** All pages as a tree: areas, their pages, and the detail pages that inherit from them. */
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

/** Rows matching the filter; a page keeps all its detail pages. */
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

function grantablePathsOf({ pages }: AreaRows): string[] {
  return pages.filter(({ grantable }) => grantable).map(({ route }) => route.path);
}

/** The rule that all these pages share, or `mixed`. */
function commonFlag(paths: readonly string[], draft: GroupDraft): Flag | 'mixed' {
  const flags = new Set(paths.map((path) => draft.rules[path] ?? null));
  const [first = null] = flags;
  return flags.size > 1 ? 'mixed' : first;
}

export function countFlags(rows: readonly AreaRows[], draft: GroupDraft) {
  const flags = rows.flatMap(grantablePathsOf).map((path) => draft.rules[path]);
  const count = (wanted: number | undefined) => flags.filter((flag) => flag === wanted).length;
  return { allow: count(accessFlag.allow), forbid: count(accessFlag.forbid), unset: count(undefined) };
}

/** Whether the detail page also opens from other pages, whose rules apply too. */
function opensElsewhere(detail: Route): boolean {
  return pagesLeadingTo(detail.id).length > 1;
}
