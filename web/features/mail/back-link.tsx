import { useLocation } from '@tanstack/react-router';
import { AppLink } from '../../components/app-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { listHref } from './mail-href.ts';
import './back-link.css';

/** To the list, as it was. */
export function BackLink() {
  const { searchStr } = useLocation();
  return (
    <AppLink to={listHref(searchStr)} className="mail-back">
      <Icon name="chevronLeft" size={14} />
      {useTexts().mail.compose.back}
    </AppLink>
  );
}
