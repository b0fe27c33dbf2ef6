import { getPublicSettings } from '@lectern/contract/features/settings.ts';
import { endViewAs } from '@lectern/contract/features/view-as.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { openAfresh } from '../../lib/leave.ts';
import { useOnline } from '../../lib/online.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';

/** setTimeout takes 32 bits; longer delays would fire at once. */
const longestTimerMs = 2_147_483_647;

export function Banners() {
  const { shell } = useTexts();
  const online = useOnline();
  return (
    <>
      {!online && (
        <Banner tone="warning" icon="offline">
          {shell.offline}
        </Banner>
      )}
      <ViewAsBanner />
      <AnnouncementBanner />
    </>
  );
}

/** Always visible while viewing as someone else. */
function ViewAsBanner() {
  const { shell } = useTexts();
  const { name, id, viewedBy } = useCurrentUser();
  const stop = useMutationOf(endViewAs);
  if (!viewedBy) return null;
  return (
    <Banner
      tone="warning"
      icon="eye"
      label={shell.viewAsLabel}
      actions={
        <Button
          size="small"
          busy={stop.isPending}
          onClick={() => stop.mutate({}, { onSuccess: () => openAfresh(`/app/system/systemAdmin?id=${id}`) })}
        >
          {shell.stopViewAs}
        </Button>
      }
    >
      {fillText(shell.viewAs, { name })}
    </Banner>
  );
}

function AnnouncementBanner() {
  const { shell } = useTexts();
  const { data } = useQuery(queryOf(getPublicSettings, {}, { quiet: true }));
  const announcement = data?.announcement;
  const over = useIsPast(announcement?.until ?? null);
  if (!announcement || over) return null;
  return (
    <Banner tone={announcement.level} icon="megaphone" label={shell.announcement}>
      {announcement.text}
    </Banner>
  );
}

/** Whether the instant has passed; updates when it does. */
function useIsPast(instant: string | null): boolean {
  const [now, setNow] = useState(Date.now);
  const endsAt = instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant);
  useEffect(() => {
    const left = endsAt - Date.now();
    if (left > longestTimerMs) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [endsAt]);
  return endsAt <= now;
}
