import { resourcePath } from '@lectern/contract/features/resource.ts';
import type { SearchHit } from '@lectern/contract/features/search.ts';
import { Command } from 'cmdk';
import { Icon } from '../../components/icon.tsx';
import { Thumbnail } from '../../components/resource/thumbnail.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { Marked } from './marked.tsx';
import type { FoundResources } from './use-resources.ts';

type Props = { found: FoundResources; text: string; onGo: (path: string) => void };

/** Resources that were found, each with where; the last entry opens a list with this search. */
export function PaletteResources({ found, text, onGo }: Props) {
  const texts = useTexts();
  const { palette, routes } = texts;
  const { hits, offered, searching, failed, listPage } = found;
  if (!offered) return null;
  const wanted = text.trim();
  return (
    <Command.Group heading={palette.resources}>
      {hits.map((hit) => (
        <Command.Item key={hit.id} value={`resource.${hit.id}`} onSelect={() => onGo(resourcePath(hit))}>
          <Thumbnail resource={hit} />
          <span className="palette-label palette-title">
            <Marked text={hit.title} wanted={wanted} />
          </span>
          <span className="palette-note">
            <Marked text={noteOf(hit, texts)} wanted={wanted} />
          </span>
        </Command.Item>
      ))}
      {searching && hits.length === 0 && <div className="palette-quiet">{palette.searchingResources}</div>}
      {failed && <div className="palette-quiet">{palette.resourcesFailed}</div>}
      {hits.length > 0 && listPage && (
        <Command.Item
          value="resource.all"
          onSelect={() => onGo(`${listPage.path}?search=${encodeURIComponent(wanted)}`)}
        >
          <Icon name="search" />
          <span className="palette-label">
            {fillText(palette.searchIn, { text: wanted, page: routes[listPage.id] })}
          </span>
          <span className="palette-note" />
        </Command.Item>
      )}
    </Command.Group>
  );
}

/** Where it was found, unless the title says so itself; else what and how it is. */
function noteOf({ found, snippet, kind, state, fileName }: SearchHit, { palette, resource }: Texts): string {
  if (found === 'similar') return palette.similar;
  if (found === 'fileName') return fileName;
  if (found !== 'title' && snippet) return snippet;
  return `${resource.kinds[kind]} · ${resource.states[state]}`;
}
