import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { useActions } from '../../lib/actions.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { navigate } from '../../lib/navigation.ts';
import { matchEntries } from './match-entries.ts';
import { PaletteCourses } from './palette-courses.tsx';
import { entriesOf, type PaletteEntry } from './palette-entry.ts';
import { PaletteGroup } from './palette-group.tsx';
import { PalettePassages } from './palette-passages.tsx';
import { PalettePeople } from './palette-people.tsx';
import { PaletteResources } from './palette-resources.tsx';
import { readRecent, rememberRecent } from './recent-entries.ts';
import { useCourses } from './use-courses.ts';
import { usePassages } from './use-passages.ts';
import { usePeople } from './use-people.ts';
import { useResources } from './use-resources.ts';
import './palette.css';

export type PaletteProps = { onClose: () => void };

/** Pages, actions, resources, courses, what stands in them, and people in one box, by keyboard alone. */
export function Palette({ onClose }: PaletteProps) {
  const texts = useTexts();
  const user = useCurrentUser();
  const actions = useActions();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // A dialog that opens focuses its first focusable part, which is the frame around the input.
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
