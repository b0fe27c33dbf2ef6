import { mayOpen } from '@lectern/contract/access.ts';
import { resourcePath } from '@lectern/contract/features/resource.ts';
import { type SearchHit, searchResources } from '@lectern/contract/features/search.ts';
import { getRoute, type Route } from '@lectern/contract/routes.ts';
import { Command } from 'cmdk';
import { Icon } from '../../components/icon.tsx';
import { Thumbnail } from '../../components/resource/thumbnail.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { Marked } from './marked.tsx';
import { type Found, useFound } from './use-found.ts';

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

/** Whoever may open one of the details may open them all. */
const detailPage = getRoute('resource.document');
/** Lists that can be searched, the one that holds most first. */
const listPages = [getRoute('resource.info'), getRoute('resource.library'), getRoute('home.my')];

type FoundResources = Found<SearchHit> & {
  /** Where the search can go on; undefined where this person has no such page. */
  listPage: Route | undefined;
};

/** Resources by title, description, tags, file name or author. */
export function useResources(text: string): FoundResources {
  const user = useCurrentUser();
  const found = useFound(text, detailPage, (wanted) =>
    queryOf(searchResources, { query: { text: wanted } }, { quiet: true }),
  );
  return { ...found, listPage: listPages.find((page) => mayOpen(user, page)) };
}
