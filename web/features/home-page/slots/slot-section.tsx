import type { HomeEntry, HomeSlot } from '@lectern/contract/features/home-page.ts';
import type { KeyboardEvent } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { SortList } from '../../../components/drag/sort-list.tsx';
import type { Dragged, Zone } from '../../../components/drag/use-drag-row.ts';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { Icon } from '../../../components/icon.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { EntryPicture } from '../entry-picture.tsx';
import type { HomeChoice } from '../home-dialog.ts';
import { askHome } from '../home-dialog.ts';
import { ruleWords, subjectOf, titleOf, toneOf, whenWords } from '../home-words.ts';
import type { HomeActions } from '../use-home-actions.ts';

type Props = {
  slot: HomeSlot;
  slots: readonly HomeSlot[];
  chosen: HomeChoice | null;
  mayManage: boolean;
  actions: HomeActions;
  onChoose: (choice: HomeChoice) => void;
};

const entryKind = (slotId: string) => `entry:${slotId}`;
const isEntry = (dragged: Dragged) => dragged.kind.startsWith('entry:');

/** A slot with its entries, in display order. */
export function SlotSection({ slot, slots, chosen, mayManage, actions, onChoose }: Props) {
  const texts = useTexts();
  const words = texts.homePage.slot;
  const at = slots.indexOf(slot);
  const zones = (dragged: Dragged): Zone[] => {
    if (isEntry(dragged)) return dragged.kind === entryKind(slot.id) ? [] : ['inside'];
    return dragged.id === slot.id ? [] : ['before', 'after'];
  };
  const { ref, handlers, marks } = useDragRow(
    { kind: 'slot', id: slot.id, name: slot.name, zones },
    { fixed: !mayManage },
  );
  const move = (by: -1 | 1) => {
    const beforeId = by < 0 ? slots[at - 1]?.id : (slots[at + 2]?.id ?? null);
    if (slots[at + by] && beforeId !== undefined) void actions.placeSlot(slot, beforeId);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!by || !event.altKey) return;
    event.preventDefault();
    move(by);
  };
  const isChosen = chosen?.kind === 'slot' && chosen.id === slot.id;
  const places = fillText(words.places, { shown: slot.shown.campus, capacity: slot.capacity });
  return (
    <section
      ref={ref}
      {...marks}
      className={slot.visible ? 'drag-panel home-slot drag-row' : 'drag-panel home-slot home-slot-hidden drag-row'}
      aria-label={slot.name}
    >
      <header className="home-slot-head" {...handlers}>
        {mayManage && (
          <button
            type="button"
            className="drag-grip"
            data-slot-grip={slot.id}
            aria-label={fillText(words.grip, { name: slot.name })}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            title={words.gripHint}
            onKeyDown={onKeyDown}
          >
            <Icon name="grip" />
          </button>
        )}
        <h2>
          <button type="button" aria-pressed={isChosen} onClick={() => onChoose({ kind: 'slot', id: slot.id })}>
            {slot.name}
          </button>
        </h2>
        <code>{slot.key}</code>
        <span className="home-slot-places">{places}</span>
        {!slot.visible && (
          <span className="home-slot-off">
            <Icon name="eyeOff" size={13} />
            {words.hidden}
          </span>
        )}
        {slot.warnings.map((warning) => (
          <span key={warning} className={warning === 'onFallback' ? 'home-hint' : 'home-warning'}>
            <Icon name={warning === 'onFallback' ? 'info' : 'warning'} size={13} />
            {words.warnings[warning]}
          </span>
        ))}
        {mayManage && (
          <div className="home-slot-actions">
            <Button
              size="small"
              icon="plus"
              aria-label={fillText(words.add, { name: slot.name })}
              onClick={() => askHome({ kind: 'add', slot })}
            >
              {words.addShort}
            </Button>
            <Menu
              align="end"
              label={fillText(words.actions, { name: slot.name })}
              trigger={(props) => (
                <IconButton {...props} icon="more" label={fillText(words.actions, { name: slot.name })} />
              )}
            >
              <MenuItem icon="edit" onSelect={() => onChoose({ kind: 'slot', id: slot.id })}>
                {words.edit}
              </MenuItem>
              {at > 0 && (
                <MenuItem icon="arrowUp" onSelect={() => move(-1)}>
                  {words.up}
                </MenuItem>
              )}
              {at < slots.length - 1 && (
                <MenuItem icon="arrowDown" onSelect={() => move(1)}>
                  {words.down}
                </MenuItem>
              )}
              <MenuSeparator />
              <MenuItem icon="trash" look="danger" onSelect={() => void actions.removeSlot(slot)}>
                {words.remove}
              </MenuItem>
            </Menu>
          </div>
        )}
      </header>
      {slot.entries.length === 0 ? (
        <p className="home-slot-empty">
          {slot.fallback && !slot.warnings.includes('empty')
            ? fillText(words.emptyFallback, { rule: ruleWords(slot.fallback.source, slot.fallback, texts) })
            : words.empty}
        </p>
      ) : (
        <SortList<HomeEntry>
          label={fillText(words.list, { name: slot.name })}
          kind={entryKind(slot.id)}
          rows={slot.entries}
          nameOf={(entry) => titleOf(entry, texts)}
          takesBeside={isEntry}
          onPlace={mayManage ? (entry, beforeId) => void actions.place(entry, slot.id, beforeId) : undefined}
          markOf={(entry) => (chosen?.kind === 'entry' && chosen.id === entry.id ? 'selected' : undefined)}
          keys={mayManage ? { delete: (entry) => void actions.remove(entry) } : undefined}
        >
          {(entry) => (
            <EntryRow
              entry={entry}
              slot={slot}
              slots={slots}
              chosen={chosen?.kind === 'entry' && chosen.id === entry.id}
              mayManage={mayManage}
              actions={actions}
              onChoose={() => onChoose({ kind: 'entry', id: entry.id })}
            />
          )}
        </SortList>
      )}
    </section>
  );
}

type EntryRowProps = {
  entry: HomeEntry;
  slot: HomeSlot;
  slots: readonly HomeSlot[];
  chosen: boolean;
  mayManage: boolean;
  actions: HomeActions;
  onChoose: () => void;
};

/** One entry of a slot: content, times and visibility. */
function EntryRow({ entry, slot, slots, chosen, mayManage, actions, onChoose }: EntryRowProps) {
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
          <MenuItem icon={entry.paused ? 'play' : 'pause'} onSelect={() => void actions.pause(entry, !entry.paused)}>
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
              onSelect={() => void actions.place(entry, slot.id, slot.entries[at - 1]?.id ?? null)}
            >
              {words.entry.up}
            </MenuItem>
          )}
          {at < slot.entries.length - 1 && (
            <MenuItem
              icon="arrowDown"
              onSelect={() => void actions.place(entry, slot.id, slot.entries[at + 2]?.id ?? null)}
            >
              {words.entry.down}
            </MenuItem>
          )}
          {slots
            .filter((other) => other.id !== slot.id)
            .slice(0, 8)
            .map((other) => (
              <MenuItem key={other.id} icon="moveTo" onSelect={() => void actions.place(entry, other.id, null)}>
                {fillText(words.entry.toSlot, { name: other.name })}
              </MenuItem>
            ))}
          <MenuSeparator />
          <MenuItem icon="trash" look="danger" onSelect={() => void actions.remove(entry)}>
            {words.entry.remove}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
