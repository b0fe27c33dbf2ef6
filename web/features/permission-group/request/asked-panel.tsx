import { listAskedAccess } from '@lectern/contract/features/access-decision.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { Avatar } from '../../../components/avatar.tsx';
import { pageNameOf } from '../../../components/permission/page-name.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { askedHref } from './asked-address.ts';
import './asked-panel.css';

/** Who waits for a page. Not there while nobody does. */
export function AskedPanel() {
  const texts = useTexts();
  const format = useFormat();
  const { asked: words } = texts.permissionGroup;
  const asked = useQuery(queryOf(listAskedAccess, {}, { quiet: true })).data ?? [];
  if (asked.length === 0) return null;
  const title = asked.length === 1 ? words.titleOne : fillText(words.title, { count: format.number(asked.length) });
  return (
    <section className="asked-panel" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {asked.map((one) => (
          <li key={one.taskId}>
            <Avatar name={one.person.name} size={22} />
            <div>
              <strong>{fillText(words.row, { person: one.person.name, page: pageNameOf(one.page, texts) })}</strong>
              <small>
                {[one.person.department, format.relativeTime(one.askedAt), one.note].filter(Boolean).join(' · ')}
              </small>
            </div>
            <AppLink className="button button-plain button-small" to={askedHref(one.taskId)}>
              {words.decide}
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
