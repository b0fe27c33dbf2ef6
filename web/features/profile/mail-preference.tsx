import { getMailPreference, setMailPreference } from '@lectern/contract/features/mail-server.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch } from '../../components/switch.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';

/** Whether notices come by mail. */
export function MailPreference() {
  const { preference } = useTexts().mail;
  const client = useQueryClient();
  const query = queryOf(getMailPreference, {}, { quiet: true });
  const { data } = useQuery(query);
  const change = useMutationOf(setMailPreference);
  if (!data) return null;
  return (
    <Switch
      label={preference.label}
      hint={preference.hint}
      checked={!data.optedOut}
      disabled={change.isPending}
      onChange={(wanted) =>
        change.mutate(
          { body: { optedOut: !wanted } },
          {
            onSuccess: (stored) => {
              client.setQueryData(query.queryKey, stored);
              notify({ level: 'success', title: stored.optedOut ? preference.off : preference.on });
            },
          },
        )
      }
    />
  );
}
