import { audienceParts, type MailAudience } from '@lectern/contract/features/mail.ts';
import { type AudienceMeasure, measureAudience } from '@lectern/contract/features/mail-compose.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';

export function isNobody(audience: MailAudience): boolean {
  return !audience.everybody && audienceParts.every((part) => audience[part].length === 0);
}

/** How many an audience is right now; asked anew with every change of it. */
export function useAudienceMeasure(audience: MailAudience) {
  return useQuery<AudienceMeasure, ApiError>({
    queryKey: ['mail audience', JSON.stringify(audience)],
    queryFn: ({ signal }) => call(measureAudience, { body: { audience } }, { signal, quiet: true }),
    enabled: !isNobody(audience),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}
