import { grantablePaths } from '@lectern/contract/access.ts';
import { homePath } from '@lectern/contract/constants.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { AskForAccess } from '../../components/permission/ask-for-access.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';

/** Where people without any page land: they choose a page and ask for it. */
export function NoPagesCard() {
  const { profile, routes } = useTexts();
  const [page, setPage] = useState<string>(homePath);
  const options = grantablePaths().flatMap((path) => {
    const route = matchRoute(path);
    return route ? [{ value: path as string, label: routes[route.id] }] : [];
  });
  return (
    <Card title={profile.noPagesTitle} text={profile.noPagesText} className="no-pages">
      <div className="card-body page-stack">
        <SelectField label={profile.noPagesWanted} value={page} options={options} onChange={setPage} />
        <AskForAccess key={page} page={page} />
      </div>
    </Card>
  );
}
