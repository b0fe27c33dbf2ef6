import { landingPath } from '@lectern/contract/access.ts';
import { defaultPlatformSettings, getPublicSettings } from '@lectern/contract/features/settings.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { BrandMark } from '../../components/brand-mark.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { queryOf } from '../../lib/queries.ts';
import './brand.css';

/** The mark and the name that the staff gave the platform; leads to the page where the user starts. */
export function Brand() {
  const { data } = useQuery(queryOf(getPublicSettings, {}, { quiet: true }));
  const home = landingPath(useCurrentUser());
  const name = data?.platformName ?? defaultPlatformSettings.platformName;
  return (
    <AppLink to={home} className="brand">
      <BrandMark />
      <span>{name}</span>
    </AppLink>
  );
}
