import type { Person } from '@lectern/contract/features/people.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import type { Route } from '@lectern/contract/routes.ts';
import { Icon } from '../../../components/icon.tsx';
import { Status } from '../../../components/status.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { Flag, GroupDraft } from '../edit/group-draft.ts';
import { FlagChoice } from './flag-choice.tsx';
import { type AreaRows, commonFlag, grantablePathsOf, opensElsewhere, type PageRow } from './matrix-rows.ts';

export type MatrixCells = {
  stored: GroupDraft;
  draft: GroupDraft;
  editable: boolean;
  onSet: (paths: readonly string[], flag: Flag) => void;
  /** Somebody whose pages are shown beside the rules. */
  explained?: {
    person: Person;
    opens: ReadonlyMap<string, boolean> | undefined;
    onAsk: (path: string) => void;
  };
};

/** Sets all pages of an area at once. */
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

/** A page with its rule, and below it the details that open with it. */
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
              {opensElsewhere(detail) ? words.inheritsMore : words.inherits}
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
