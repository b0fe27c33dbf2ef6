import { mayOpen, mayOpenPath } from '@lectern/contract/access.ts';
import { myTasks } from '@lectern/contract/features/my-tasks.ts';
import { childrenOf, getRoute, hasParameter, type Route, trailOf } from '@lectern/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { Badge, badgeText } from '../../components/badge.tsx';
import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { MenuItem } from '../../components/menu-item.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { navigate } from '../../lib/navigation.ts';
import { queryOf } from '../../lib/queries.ts';

/** Doors to pages that the menu hides, for those who may open them. */
export function HeaderDoors({ route }: { route: Route | undefined }) {
  const user = useCurrentUser();
  return (
    <>
      <MailLink route={route} />
      <GearMenu route={route} />
      {mayOpen(user, taskPage) && <TasksLink route={route} />}
    </>
  );
}

function MailLink({ route }: { route: Route | undefined }) {
  const { shell } = useTexts();
  const user = useCurrentUser();
  const mails = getRoute('email.list');
  if (!mayOpenPath(user, mails.path)) return null;
  const inside = isIn(route, 'email');
  return (
    <AppLink
      to={mails.path}
      className="icon-button"
      aria-label={shell.mail}
      title={shell.mail}
      aria-current={inside ? 'true' : undefined}
    >
      <Icon name={inside ? 'mailFilled' : 'mail'} />
    </AppLink>
  );
}

const taskPage = getRoute('system.task');

/** Every system page this person may open. Tasks have a door of their own. */
function GearMenu({ route }: { route: Route | undefined }) {
  const { shell, routes } = useTexts();
  const user = useCurrentUser();
  const open = childrenOf('system').filter((page) => page !== taskPage && !hasParameter(page) && mayOpen(user, page));
  if (open.length === 0) return null;
  const inside = isIn(route, 'system') && route !== taskPage;
  return (
    <Menu
      label={shell.system}
      align="end"
      trigger={(props) => (
        <IconButton
          {...props}
          icon={inside ? 'gearFilled' : 'gear'}
          label={shell.system}
          aria-current={inside ? 'true' : undefined}
        />
      )}
    >
      {open.map((page) => (
        <MenuItem
          key={page.id}
          {...(page.icon && { icon: page === route ? (page.activeIcon ?? page.icon) : page.icon })}
          onSelect={() => navigate(page.path)}
        >
          {routes[page.id]}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Tasks with the number of open ones, updated live. My resources shows the same tasks. */
function TasksLink({ route }: { route: Route | undefined }) {
  const { shell } = useTexts();
  const client = useQueryClient();
  const options = queryOf(myTasks, {}, { quiet: true });
  const count = useQuery(options).data?.count ?? 0;
  useLiveEvents('task', () => void client.invalidateQueries({ queryKey: options.queryKey }));
  const inside = route === taskPage;
  const label = count > 0 ? fillText(shell.tasksOpen, { count: badgeText(count) }) : shell.tasks;
  return (
    <AppLink
      to={taskPage.path}
      className="icon-button"
      aria-label={label}
      title={label}
      aria-current={inside ? 'page' : undefined}
    >
      <Icon name={inside ? 'taskFilled' : 'task'} />
      <Badge count={count} look="quiet" />
    </AppLink>
  );
}

function isIn(route: Route | undefined, area: Route['id']): boolean {
  return route !== undefined && trailOf(route)[0]?.id === area;
}
