import { mayOpen } from '@lectern/contract/access.ts';
import { chapterPath, coursePath } from '@lectern/contract/features/course.ts';
import { placeQuery, resourcePath } from '@lectern/contract/features/resource.ts';
import {
  type CourseHit,
  type PassageGroup,
  type SearchHit,
  searchCourses,
  searchResources,
} from '@lectern/contract/features/search.ts';
import { getRoute, type Route } from '@lectern/contract/routes.ts';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Fragment, useEffect, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { markedPassage, placeWords } from '../../components/resource/passage.tsx';
import { KindIcon, pictureOver, signSize, Thumbnail } from '../../components/resource/thumbnail.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';

type Props = { found: SearchResults<CourseHit>; text: string; onGo: (path: string) => void };

/** Matching courses and chapters; the last entry opens the course list with this search. */
export function PaletteCourses({ found, text, onGo }: Props) {
  const texts = useTexts();
  const { palette, routes } = texts;
  const { hits, offered, searching, failed } = found;
  if (!offered || (hits.length === 0 && !searching && !failed)) return null;
  const wanted = text.trim();
  return (
    <Command.Group heading={palette.courses}>
      {hits.map((hit) => (
        <Command.Item key={hit.id} value={`${hit.type}.${hit.id}`} onSelect={() => onGo(pathOf(hit))}>
          {pictureOver(
            <Icon name={hit.type === 'course' ? 'course' : 'list'} size={signSize.row} />,
            hit.type === 'course' ? hit.course.cover : null,
            'row',
          )}
          <span className="palette-label palette-title">
            <Marked text={hit.title} wanted={wanted} />
          </span>
          <span className="palette-note">
            <Marked text={courseNote(hit, texts)} wanted={wanted} />
          </span>
        </Command.Item>
      ))}
      {searching && hits.length === 0 && <div className="palette-quiet">{palette.searchingCourses}</div>}
      {failed && <div className="palette-quiet">{palette.coursesFailed}</div>}
      {hits.some(({ type }) => type === 'course') && (
        <Command.Item
          value="course.all"
          onSelect={() => onGo(`${courseListPage.path}?search=${encodeURIComponent(wanted)}`)}
        >
          <Icon name="search" />
          <span className="palette-label">
            {fillText(palette.searchIn, { text: wanted, page: routes[courseListPage.id] })}
          </span>
          <span className="palette-note" />
        </Command.Item>
      )}
    </Command.Group>
  );
}

function pathOf({ type, id }: CourseHit): string {
  return type === 'course' ? coursePath(id) : chapterPath(id);
}

/** For a chapter its course; for a course what tells it apart from others of the same name. */
function courseNote({ type, course: { name, code, term, state } }: CourseHit, { courseStates }: Texts): string {
  if (type === 'chapter') return `${name} · ${code}`;
  return [code, term, courseStates[state]].filter(Boolean).join(' · ');
}

const courseListPage = getRoute('course.list');

/** Searches courses and chapters. */
export function useCourses(text: string): SearchResults<CourseHit> {
  return useSearch(text, courseListPage, (wanted) =>
    queryOf(searchCourses, { query: { text: wanted } }, { quiet: true }),
  );
}

type PaletteResourcesProps = { found: FoundResources; text: string; onGo: (path: string) => void };

/** Matching resources, each with where it matched; the last entry opens a list with this search. */
export function PaletteResources({ found, text, onGo }: PaletteResourcesProps) {
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
            <Marked text={resourceNote(hit, texts)} wanted={wanted} />
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

/** Where the query matched; the kind and state when the title itself matched. */
function resourceNote({ found, snippet, kind, state, fileName }: SearchHit, { palette, resource }: Texts): string {
  if (found === 'similar') return palette.similar;
  if (found === 'fileName') return fileName;
  if (found !== 'title' && snippet) return snippet;
  return `${resource.kinds[kind]} · ${resource.states[state]}`;
}

/** Permission for one detail page covers all of them. */
const detailPage = getRoute('resource.document');
/** Searchable lists, the most comprehensive first. */
const listPages = [getRoute('resource.info'), getRoute('resource.library'), getRoute('home.my')];

type FoundResources = SearchResults<SearchHit> & {
  /** List to continue the search in; undefined when the user can't open any. */
  listPage: Route | undefined;
};

/** Searches resources by title, description, tags, file name or author. */
export function useResources(text: string): FoundResources {
  const user = useCurrentUser();
  const found = useSearch(text, detailPage, (wanted) =>
    queryOf(searchResources, { query: { text: wanted } }, { quiet: true }),
  );
  return { ...found, listPage: listPages.find((page) => mayOpen(user, page)) };
}

type PalettePassagesProps = {
  found: SearchResults<PassageGroup>;
  text: string;
  listPage: Route | undefined;
  onGo: (path: string) => void;
};

/** Matching passages grouped by resource; choosing one opens its page, second or box. */
export function PalettePassages({ found, text, listPage, onGo }: PalettePassagesProps) {
  const { palette, routes } = useTexts();
  const { hits: groups, offered, searching, failed } = found;
  if (!offered) return null;
  const wanted = text.trim();
  return (
    <>
      {groups.map((group) => (
        <PassagesOf key={group.id} group={group} onGo={onGo} />
      ))}
      {searching && groups.length === 0 && <div className="palette-quiet">{palette.searchingTexts}</div>}
      {failed && <div className="palette-quiet">{palette.textsFailed}</div>}
      {groups.length > 0 && listPage && (
        <Command.Item
          value="passage.all"
          onSelect={() => onGo(`${listPage.path}?contains=${encodeURIComponent(wanted)}`)}
        >
          <Icon name="search" />
          <span className="palette-label">
            {fillText(palette.searchTexts, { text: wanted, page: routes[listPage.id] })}
          </span>
          <span className="palette-note" />
        </Command.Item>
      )}
    </>
  );
}

function PassagesOf({ group, onGo }: { group: PassageGroup; onGo: (path: string) => void }) {
  const texts = useTexts();
  const format = useFormat();
  const heading = (
    <span className="palette-resource">
      <b>{group.title}</b> {fillText(texts.palette.inText, { kind: texts.resource.kinds[group.kind] })}
    </span>
  );
  return (
    <Command.Group heading={heading}>
      {group.passages.map((passage) => {
        const place = placeQuery(group.kind, passage);
        const key = `${group.id} ${place} ${passage.text}`;
        return (
          <Command.Item
            key={key}
            value={`passage.${key}`}
            onSelect={() => onGo(`${resourcePath(group)}${place && `?${place}`}`)}
          >
            <KindIcon kind={group.kind} />
            <span className="palette-passage">{markedPassage(passage)}</span>
            <span className="palette-place">{placeWords(passage, texts, format)}</span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}

/** Highlights the searched words in a text. */
function Marked({ text, wanted }: { text: string; wanted: string }) {
  const words = wanted
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return text;
  // Splitting by a capture group keeps the matches, at odd indexes.
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'gi'));
  return parts.map((part, at) => {
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <mark key={key}>{part}</mark> : <Fragment key={key}>{part}</Fragment>;
  });
}

export type SearchResults<Hit> = { hits: Hit[]; offered: boolean; searching: boolean; failed: boolean };

/** Debounced search, disabled for users who can't open the page that the results lead to. */
export function useSearch<Hit>(
  text: string,
  page: Route,
  search: (wanted: string) => UseQueryOptions<Hit[], ApiError, Hit[], readonly [string]>,
): SearchResults<Hit> {
  const wanted = usePaused(text.trim().slice(0, 200));
  const mayFind = mayOpen(useCurrentUser(), page);
  const query = useQuery({ ...search(wanted), enabled: mayFind && wanted !== '' });
  const offered = mayFind && text.trim() !== '';
  return {
    hits: offered ? (query.data ?? []) : [],
    offered,
    searching: offered && (query.isFetching || wanted !== text.trim()),
    failed: offered && query.isError,
  };
}

const pauseMs = 200;

/** The text, debounced. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
