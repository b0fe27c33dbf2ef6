import type { OutputOf } from '@lectern/contract/endpoint.ts';
import { getResourceSummary, getSummary, summaryNeighbours } from '@lectern/contract/features/summary.ts';
import {
  adoptSummary,
  approveSummary,
  declineSummary,
  diffSummaries,
  editSummary,
  getSummaryVersion,
  listSummaryVersions,
  publishSummary,
  regenerateSummary,
  rejectSummary,
  reopenSummary,
  unpublishSummary,
} from '@lectern/contract/features/summary-change.ts';
import {
  discardSummaryDraft,
  getSummaryDraft,
  listEvidence,
  putSummaryDraft,
  takeSummaryDraft,
} from '@lectern/contract/features/summary-draft.ts';
import { sql } from 'kysely';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import { summaryScope } from './summary.policy.ts';
import type { SummaryService } from './summary.service.ts';
import type { SummaryDraftService } from './summary-draft.service.ts';
import { summaryListSource } from './summary-list.source.ts';
import type { SummaryViewService } from './summary-view.service.ts';

type Services = {
  summaries: SummaryService;
  views: SummaryViewService;
  drafts: SummaryDraftService;
  reader: ListReader;
};

export function registerSummaries(registry: EndpointRegistry, services: Services): void {
  const { summaries, views, drafts, reader } = services;
  registry.handle(summaryNeighbours, ({ params, query }, { principal }) =>
    findSummaryNeighbours(reader, principal, { ...params, ...query }),
  );
  registry.handle(getSummary, ({ params }, { principal }) => views.get(principal, params.id));
  registry.handle(getResourceSummary, ({ params }, context) => views.ofResource(context, params.id));
  registry.handle(listSummaryVersions, ({ params }, context) => views.listVersions(context, params.id));
  registry.handle(getSummaryVersion, ({ params }, context) => views.getVersion(context, params.id, params.number));
  registry.handle(diffSummaries, ({ params, query }, context) => views.diff(context, params.id, query));
  registry.handle(editSummary, ({ params, body }, context) => summaries.edit(context, params.id, body));
  registry.handle(approveSummary, ({ params, body }, context) => summaries.approve(context, params.id, body));
  registry.handle(publishSummary, ({ params, body }, context) => summaries.publish(context, params.id, body));
  registry.handle(unpublishSummary, ({ params, body }, context) => summaries.unpublish(context, params.id, body));
  registry.handle(rejectSummary, ({ params, body }, context) => summaries.reject(context, params.id, body));
  registry.handle(reopenSummary, ({ params, body }, context) => summaries.reopen(context, params.id, body));
  registry.handle(regenerateSummary, ({ params, body }, context) =>
    summaries.regenerate(context, params.id, body.options),
  );
  registry.handle(adoptSummary, ({ params, body }, context) => summaries.adopt(context, params.id, body));
  registry.handle(declineSummary, ({ params, body }, context) => summaries.decline(context, params.id, body));
  registry.handle(listEvidence, ({ params, query }, context) =>
    views.evidence(context, params.id, query.at.split(',')),
  );
  registry.handle(getSummaryDraft, ({ params }, context) => drafts.get(context, params.id));
  registry.handle(putSummaryDraft, ({ params, body }, context) => drafts.put(context, params.id, body));
  registry.handle(takeSummaryDraft, ({ params, body }, context) => drafts.takeOver(context, params.id, body));
  registry.handle(discardSummaryDraft, async ({ params, query }, context) => {
    await drafts.discard(context, params.id, query);
    return null;
  });
}

type Neighbours = OutputOf<typeof summaryNeighbours>;

/** The previous and next summary in a list view. */
async function findSummaryNeighbours(
  reader: ListReader,
  principal: Principal,
  { id, view }: { id: string; view: string },
): Promise<Neighbours> {
  const from = {
    at: sql`(resource_summaries.resource_id = ${id} and ${summaryScope(principal)})`,
    columns: sql`resource_summaries.resource_id as id, resource_summaries.resource_kind as kind`,
    view,
  };
  type Neighbour = NonNullable<Neighbours['next']>;
  const { before, after, counts } = await reader.around<Neighbour>(summaryListSource, from, principal);
  return { previous: before[0] ?? null, next: after[0] ?? null, ...counts };
}
