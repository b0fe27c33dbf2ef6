import type { HomeEntry, HomeSlot } from '@lectern/contract/features/home-page.ts';
import { Icon } from '../../../components/icon.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { EntryPicture } from '../entry-picture.tsx';
import { askHome } from '../home-dialog.ts';
import { subjectOf, titleOf, toneOf, whenWords } from '../home-words.ts';
import type { HomeDeeds } from '../use-home-deeds.ts';

type Props = {
  entry: HomeEntry;
  slot: HomeSlot;
  slots: readonly HomeSlot[];
  chosen: boolean;
  mayManage: boolean;
  deeds: HomeDeeds;
  onChoose: () => void;
};

/** One entry in its slot: what it shows, when, and whether readers see it. */
export function EntryRow({ entry, slot, slots, chosen, mayManage, deeds, onChoose }: Props) {
  const texts = useTexts();
  const words = texts.homePage;
  const format = useFormat();
  const title = titleOf(entry, texts);
  const at = slot.entries.indexOf(entry);
  const isShown = entry.hidden === null;
  const facts = [
    words.sources[entry.source],
    entry.title && entry.source !== 'newest' ? subjectOf(entry, texts) : null,
    entry.rule && isShown
      ? fillText(words.entry.shownTimes, { count: Math.max(entry.shown.everyone, entry.shown.campus) })
      : null,
    entry.clicks > 0 ? fillText(words.entry.clicks, { count: format.number(entry.clicks) }) : null,
  ].filter(Boolean);
  return (
    <>
      <EntryPicture entry={entry} />
      <button type="button" className="home-entry-text" aria-pressed={chosen} onClick={onChoose}>
        <strong>{title}</strong>
        <small>{facts.join(' · ')}</small>
      </button>
      <div className="home-entry-when">
        <span>{whenWords(entry, texts, format)}</span>
        {entry.audience === 'campus' && <small>{words.entry.campus}</small>}
      </div>
      <div className="home-entry-state" title={entry.hidden ? words.hidden[entry.hidden] : undefined}>
        <Status tone={toneOf(entry)}>
          {entry.state === 'live' && entry.hidden ? words.notShown : words.states[entry.state]}
        </Status>
        {entry.warnings[0] && (
          <small className="home-warning">
            <Icon name="warning" size={13} />
            {words.warnings[entry.warnings[0]]}
          </small>
        )}
      </div>
      {mayManage && (
        <Menu
          align="end"
          label={fillText(words.entry.actions, { title })}
          trigger={(props) => <IconButton {...props} icon="more" label={fillText(words.entry.actions, { title })} />}
        >
          <MenuItem icon="edit" onSelect={onChoose}>
            {words.entry.edit}
          </MenuItem>
          <MenuItem icon={entry.paused ? 'play' : 'pause'} onSelect={() => void deeds.pause(entry, !entry.paused)}>
            {entry.paused ? words.entry.resume : words.entry.pause}
          </MenuItem>
          <MenuItem icon="refresh" onSelect={() => askHome({ kind: 'replace', slot, entry })}>
            {words.entry.replace}
          </MenuItem>
          {slots.length > 1 && (
            <MenuItem icon="copy" onSelect={() => askHome({ kind: 'copy', entry })}>
              {words.entry.duplicate}
            </MenuItem>
          )}
          <MenuSeparator />
          {at > 0 && (
            <MenuItem
              icon="arrowUp"
              onSelect={() => void deeds.place(entry, slot.id, slot.entries[at - 1]?.id ?? null)}
            >
              {words.entry.up}
            </MenuItem>
          )}
          {at < slot.entries.length - 1 && (
            <MenuItem
              icon="arrowDown"
              onSelect={() => void deeds.place(entry, slot.id, slot.entries[at + 2]?.id ?? null)}
            >
              {words.entry.down}
            </MenuItem>
          )}
          {slots
            .filter((other) => other.id !== slot.id)
            .slice(0, 8)
            .map((other) => (
              <MenuItem key={other.id} icon="moveTo" onSelect={() => void deeds.place(entry, other.id, null)}>
                {fillText(words.entry.toSlot, { name: other.name })}
              </MenuItem>
            ))}
          <MenuSeparator />
          <MenuItem icon="trash" look="danger" onSelect={() => void deeds.remove(entry)}>
            {words.entry.remove}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
