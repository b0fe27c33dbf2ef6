import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { AppLink } from '../app-link.tsx';
import { type Origin, resourceHref } from './resource-href.ts';
import { Thumbnail } from './thumbnail.tsx';
import './resource-link.css';
import { labelled } from '../../lib/i18n/punctuation.ts';

type Linked = { id: string; kind: ResourceKind; title: string; thumbnail: string | null };

export function ResourceLink({ resource, origin }: { resource: Linked; origin?: Origin }) {
  const texts = useTexts();
  return (
    <AppLink className="resource-link" to={resourceHref(resource, origin)} title={resource.title}>
      <Thumbnail resource={resource} />
      <span className="visually-hidden">{labelled(texts.resource.kinds[resource.kind], '')}</span>
      <span className="resource-link-title">{resource.title}</span>
    </AppLink>
  );
}
