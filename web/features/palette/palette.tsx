import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { findPeople, type Person } from '@lectern/contract/features/people.ts';
import { type PassageGroup, searchPassages } from '@lectern/contract/features/search.ts';
import { findRoute, getRoute, type Route, trailOf } from '@lectern/contract/routes.ts';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { type Action, useActions } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { navigate } from '../../lib/navigation.ts';
import { queryOf } from '../../lib/queries.ts';
import {
  PaletteCourses,
  PalettePassages,
  PaletteResources,
  type SearchResults,
  useCourses,
  useResources,
  useSearch,
} from './palette-results.tsx';
import './palette.css';

type PalettePeopleProps = { found: SearchResults<Person>; onGo: (path: string) => void };

/** People matching by name or account; choosing one opens their entry on the user page. */
function PalettePeople({ found, onGo }: PalettePeopleProps) {
  const { palette } = useTexts();
  const { hits: people, searching, failed } = found;
  if (people.length === 0 && !searching && !failed) return null;
  return (
    <Command.Group heading={palette.people}>
      {people.map((person) => (
        <Command.Item
          key={person.id}
          value={`person.${person.id}`}
          onSelect={() => onGo(`${userPage.path}?search=${encodeURIComponent(person.account)}`)}
        >
          <Avatar name={person.name} size={20} />
          <span className="palette-label">{person.name}</span>
          <span className="palette-note">
            {person.departmentName ? `${person.account} · ${person.departmentName}` : person.account}
          </span>
        </Command.Item>
      ))}
      {searching && people.length === 0 && <div className="palette-quiet">{palette.searchingPeople}</div>}
      {failed && <div className="palette-quiet">{palette.peopleFailed}</div>}
    </Command.Group>
  );
}

const userPage = getRoute('system.systemAdmin');

/** Searches people by name or account. */
function usePeople(text: string): SearchResults<Person> {
  return useSearch(text, userPage, (wanted) => queryOf(findPeople, { query: { text: wanted } }, { quiet: true }));
}

export type PaletteEntry = {
  id: string;
  label: string;
  /** Secondary text beside the label, such as the area of a page. */
  note: string;
  icon: IconName;
  keys?: string | undefined;
  /** Extra search terms. */
  keywords: string;
  action: Action;
};

const fallbackIcon: IconName = 'sparkle';

/** Actions this user may run, in their language; the English page names match as well. */
function entriesOf(actions: readonly Action[], user: CurrentUser, texts: Texts): PaletteEntry[] {
  return actions
    .filter((action) => action.id !== 'palette.open' && !action.keysOnly && action.mayI?.(user) !== false)
    .map((action) => ({
      id: action.id,
      label: action.label(texts),
      note: noteOf(action, texts),
      icon: action.icon ?? fallbackIcon,
      keys: action.keys,
      keywords: action.keywords ?? '',
      action,
    }));
}

function noteOf(action: Action, texts: Texts): string {
  if (action.group !== 'navigate') return texts.shell.actionGroups[action.group];
  const route = findRoute(action.id.replace(/^page\./, ''));
  const area: Route | undefined = route && trailOf(route)[0];
  return area ? texts.routes[area.id] : texts.shell.actionGroups.navigate;
}

const kept = 5;
const keyOf = (userId: string) => `lectern.palette.${userId}`;

/** Entries this user chose recently in this browser, newest first. */
function readRecent(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, kept) : [];
  } catch {
    return [];
  }
}

function rememberRecent(userId: string, id: string): void {
  const others = readRecent(userId).filter((known) => known !== id);
  localStorage.setItem(keyOf(userId), JSON.stringify([id, ...others].slice(0, kept)));
}

export type PaletteProps = { onClose: () => void };

/** Command palette: searches pages, actions, resources, courses, passages and people; fully usable by keyboard. */
export function Palette({ onClose }: PaletteProps) {
  const texts = useTexts();
  const user = useCurrentUser();
  const actions = useActions();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // On opening, the dialog focuses its first focusable element, which is the frame around the input.
  useEffect(() => {
    input.current?.focus();
  }, []);
  const people = usePeople(text);
  const resources = useResources(text);
  const courses = useCourses(text);
  const passages = usePassages(text);
  const entries = matchEntries(entriesOf(actions, user, texts), text);
  const recentIds = text.trim() ? [] : readRecent(user.id);
  const recent = recentIds.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const others = entries.filter((entry) => !recent.includes(entry));
  const searches = [people, resources, courses, passages];
  const nothing =
    entries.length === 0 && searches.every(({ hits, searching, failed }) => hits.length === 0 && !searching && !failed);

  const choose = ({ action }: PaletteEntry) => {
    rememberRecent(user.id, action.id);
    onClose();
    void action.run({ navigate, user });
  };
  const goTo = (path: string) => {
    onClose();
    navigate(path);
  };
  const { palette } = texts;
  return (
    <Dialog open bare className="palette" title={palette.title} onClose={onClose}>
      <Command label={palette.title} shouldFilter={false} vimBindings={false} loop>
        <div className="palette-search">
          <Icon name="search" />
          <Command.Input ref={input} value={text} onValueChange={setText} placeholder={palette.placeholder} />
          <KeyHint keys="Escape" />
        </div>
        {nothing && (
          <div className="palette-empty" role="status">
            <strong>{fillText(palette.emptyTitle, { text: text.trim() })}</strong>
            <span>{palette.emptyText}</span>
          </div>
        )}
        <Command.List label={palette.results} hidden={nothing}>
          <PaletteGroup heading={palette.recent} entries={recent} onChoose={choose} />
          <PaletteGroup heading={palette.pages} entries={others.filter(isPage)} onChoose={choose} />
          <PaletteGroup
            heading={palette.actions}
            entries={others.filter((entry) => !isPage(entry))}
            onChoose={choose}
          />
          <PaletteResources found={resources} text={text} onGo={goTo} />
          <PaletteCourses found={courses} text={text} onGo={goTo} />
          <PalettePassages found={passages} text={text} listPage={resources.listPage} onGo={goTo} />
          <PalettePeople found={people} onGo={goTo} />
        </Command.List>
        <PaletteFoot />
      </Command>
    </Dialog>
  );
}

function isPage(entry: PaletteEntry): boolean {
  return entry.action.group === 'navigate';
}

function PaletteFoot() {
  const { palette } = useTexts();
  return (
    <div className="palette-foot" aria-hidden="true">
      <span>
        <KeyHint keys="ArrowUp ArrowDown" /> {palette.move}
      </span>
      <span>
        <KeyHint keys="Enter" /> {palette.open}
      </span>
      <span>
        <KeyHint keys="Escape" /> {palette.close}
      </span>
    </div>
  );
}

const detailPage = getRoute('resource.document');
/** Titles and descriptions are left to the resource search. */
const sources = 'document,ocr,speech';

/** Searches text in documents, speech and pictures, grouped by resource. */
function usePassages(text: string): SearchResults<PassageGroup> {
  return useSearch(text, detailPage, (wanted) =>
    queryOf(searchPassages, { query: { text: wanted, sources } }, { quiet: true }),
  );
}

type Props = { heading: string; entries: PaletteEntry[]; onChoose: (entry: PaletteEntry) => void };

function PaletteGroup({ heading, entries, onChoose }: Props) {
  if (entries.length === 0) return null;
  return (
    <Command.Group heading={heading}>
      {entries.map((entry) => (
        <Command.Item key={entry.id} value={entry.id} onSelect={() => onChoose(entry)}>
          <Icon name={entry.icon} />
          <span className="palette-label">{entry.label}</span>
          <span className="palette-note">{entry.note}</span>
          {entry.keys && <KeyHint keys={entry.keys} />}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/** Every typed word must match; names that start with the text rank first, then matches at word starts. */
export function matchEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...entries];
  const words = wanted.split(/\s+/);
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((left, right) => right.rank - left.rank)
    .map(({ entry }) => entry);
}

function rankOf({ label, note, keywords }: PaletteEntry, wanted: string, words: string[]): number {
  const name = label.toLowerCase();
  const everything = `${name} ${note} ${keywords}`.toLowerCase();
  if (name.startsWith(wanted)) return 4;
  if (words.every((word) => beginsWord(name, word))) return 3;
  if (words.every((word) => beginsWord(everything, word))) return 2;
  return words.every((word) => isTelling(word) && name.includes(word)) ? 1 : 0;
}

function beginsWord(text: string, start: string): boolean {
  return text.split(/[\s/.-]+/).some((word) => word.startsWith(start));
}

/** One or two Latin letters would match inside almost any name; a single Chinese character is already a word. */
function isTelling(word: string): boolean {
  return word.length > 2 || /[^\p{ASCII}]/u.test(word);
}
