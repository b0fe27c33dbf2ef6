import { hasParameter, type Route, trailOf } from '@lectern/contract/routes.ts';
import { AppLink } from '../../components/app-link.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { AreaSwitcher } from './area-switcher.tsx';
import './breadcrumb.css';

/** Where one is, from the area down to the page. The area's name is the area switcher. */
export function Breadcrumb({ route }: { route: Route | undefined }) {
  const { shell, routes } = useTexts();
  const trail = route ? trailOf(route) : [];
  const area = trail.length > 1 ? trail[0] : undefined;
  const rest = area ? trail.slice(1) : trail;
  return (
    <nav className="breadcrumb" aria-label={shell.breadcrumb}>
      <ol>
        <li>
          <AreaSwitcher area={area} />
        </li>
        {rest.map((step) => (
          <li key={step.id}>
            {step === route || hasParameter(step) ? (
              <span aria-current={step === route ? 'page' : undefined} title={routes[step.id]}>
                {routes[step.id]}
              </span>
            ) : (
              <AppLink to={step.path} title={routes[step.id]}>
                {routes[step.id]}
              </AppLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
