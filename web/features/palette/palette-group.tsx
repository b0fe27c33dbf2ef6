import { Command } from 'cmdk';
import { Icon } from '../../components/icon.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import type { PaletteEntry } from './palette-entry.ts';

type Props = { heading: string; entries: PaletteEntry[]; onChoose: (entry: PaletteEntry) => void };

export function PaletteGroup({ heading, entries, onChoose }: Props) {
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
