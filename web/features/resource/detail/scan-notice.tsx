import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { reviewPath } from '@lectern/contract/features/review.ts';
import { getResourceScan } from '@lectern/contract/features/scan.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { Banner } from '../../../components/banner.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinFullSentences } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

/** What the scan means for the resource: blocked, held, returned or partly masked, with a link to its review. */
export function ScanNotice({ resource }: { resource: ResourceDetailView }) {
  const { scanNotice: says } = useTexts().resourceDetail;
  const format = useFormat();
  const { data: scan } = useQuery(queryOf(getResourceScan, { params: { id: resource.id } }, { quiet: true }));
  const blocked = resource.state === 'blocked';
  const published = resource.state === 'published';
  if (!scan && !blocked) return null;
  const because = resource.stateReason && fillText(says.because, { reason: resource.stateReason });
  const lines = [
    blocked && (because || says.blocked),
    scan?.returned && fillText(says.returned, { why: scan.returned.why, time: format.relativeTime(scan.returned.at) }),
    !blocked && scan?.holdsPublication && (published ? says.waiting : says.held),
    scan?.masked && (scan.mayReview ? says.masked : says.covered),
  ].filter((line) => typeof line === 'string');
  const link = scan?.mayReview && (scan.openHits > 0 || lines.length > 0) && (
    <AppLink className="action" to={reviewPath(resource)}>
      {says.open}
    </AppLink>
  );
  if (lines.length === 0 && !link) return null;
  return (
    <Banner tone={blocked ? 'bad' : lines.length > 0 ? 'warning' : 'info'} actions={link || undefined}>
      {lines.length > 0 ? joinFullSentences(...lines) : published ? says.found : says.noticed}
    </Banner>
  );
}
