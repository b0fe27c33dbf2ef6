import { defaultPlatformSettings, getPublicSettings } from '@lectern/contract/features/settings.ts';
import { useQuery } from '@tanstack/react-query';
import { BrandMark } from '../../components/brand-mark.tsx';
import { queryOf } from '../../lib/queries.ts';
import './brand.css';

/** The mark and the name that the staff gave the platform. */
export function Brand() {
  const { data } = useQuery(queryOf(getPublicSettings, {}, { quiet: true }));
  const name = data?.platformName ?? defaultPlatformSettings.platformName;
  return (
    <div className="brand">
      <BrandMark />
      <span title={name}>{name}</span>
    </div>
  );
}
