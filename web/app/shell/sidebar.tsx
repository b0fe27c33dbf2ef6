import { menuOf, visiblePages } from '@lectern/contract/access.ts';
import { type Route, trailOf } from '@lectern/contract/routes.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { pages as pageCode } from '../pages.ts';
import './sidebar.css';

/** The menu, built from the user's permissions. In an area that isn't in the menu, that area's pages come first. */
export function Sidebar({ route, onNavigate }: { route: Route | undefined; onNavigate?: () => void }) {
  const { shell, routes } = useTexts();
  const user = useCurrentUser();
  const trail = route ? trailOf(route) : [];
  const [area] = trail;
  const areaPages = area?.hideInMenu ? visiblePages(user, area) : [];
  const group = (entry: { group: Route; pages: Route[] }) => (
    <SidebarGroup key={entry.group.id} {...entry} trail={trail} onNavigate={onNavigate} />
  );
  return (
    <>
      {area && areaPages.length > 0 && (
        <nav className="sidebar-area" aria-label={fillText(shell.areaMenu, { area: routes[area.id] })}>
          {group({ group: area, pages: areaPages })}
        </nav>
      )}
      <nav className="sidebar-menu" aria-label={shell.mainMenu}>
        {menuOf(user).map(group)}
      </nav>
    </>
  );
}

type GroupProps = { group: Route; pages: Route[]; trail: Route[]; onNavigate: (() => void) | undefined };

function SidebarGroup({ group, pages, trail, onNavigate }: GroupProps) {
  const { routes } = useTexts();
  const headingId = `sidebar-${group.id}`;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{routes[group.id]}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <SidebarEntry
              page={page}
              active={trail.includes(page)}
              exact={trail.at(-1) === page}
              onNavigate={onNavigate}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type EntryProps = { page: Route; active: boolean; exact: boolean; onNavigate: (() => void) | undefined };

/** On a detail page, its list page stays highlighted but isn't marked as the current page. */
function SidebarEntry({ page, active, exact, onNavigate }: EntryProps) {
  const { routes, shell } = useTexts();
  const name = routes[page.id];
  const shortName = shell.menuNames[page.id];
  const icon = active ? page.activeIcon : page.icon;
  const preload = () => void pageCode[page.id]?.preload();
  return (
    <AppLink
      to={page.path}
      className={active ? 'sidebar-entry sidebar-entry-active' : 'sidebar-entry'}
      aria-current={active ? (exact ? 'page' : 'true') : undefined}
      aria-label={shortName ? name : undefined}
      title={shortName ? name : undefined}
      onClick={onNavigate}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {icon && <Icon name={icon} />}
      <span>{shortName ?? name}</span>
    </AppLink>
  );
}
