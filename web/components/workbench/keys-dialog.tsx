import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Dialog } from '../dialog.tsx';
import { KeyHint } from '../key-hint.tsx';
import type { WorkKind } from './model/work-line.ts';
import './keys-dialog.css';

type Row = { name: keyof ReturnType<typeof useTexts>['workbench']['keys']; keys: string; timed?: true };

const rows: readonly Row[] = [
  { name: 'nextDoubtful', keys: 'Tab' },
  { name: 'previousDoubtful', keys: 'Shift+Tab' },
  { name: 'accept', keys: 'Alt+a' },
  { name: 'split', keys: 'Enter' },
  { name: 'merge', keys: 'Backspace' },
  { name: 'mergeNext', keys: '$mod+m' },
  { name: 'remove', keys: '$mod+Shift+Backspace' },
  { name: 'previousLine', keys: 'Alt+ArrowUp' },
  { name: 'nextLine', keys: 'Alt+ArrowDown' },
  { name: 'undo', keys: '$mod+z' },
  { name: 'redo', keys: '$mod+Shift+z' },
  { name: 'find', keys: '$mod+f' },
  { name: 'play', keys: 'Alt+k', timed: true },
  { name: 'back', keys: 'Alt+j', timed: true },
  { name: 'forward', keys: 'Alt+l', timed: true },
  { name: 'suspect', keys: 'Alt+s', timed: true },
  { name: 'earlier', keys: 'Alt+[', timed: true },
  { name: 'later', keys: 'Alt+]', timed: true },
  { name: 'startHere', keys: 'Alt+i', timed: true },
  { name: 'endHere', keys: 'Alt+o', timed: true },
  { name: 'save', keys: '$mod+s' },
  { name: 'check', keys: '$mod+Enter' },
  { name: 'leave', keys: 'Escape' },
  { name: 'help', keys: '$mod+/' },
];

/** What the keys do while one works on a text. */
export function KeysDialog({ kind, onClose }: { kind: WorkKind; onClose: () => void }) {
  const { workbench } = useTexts();
  return (
    <Dialog open title={workbench.keysTitle} onClose={onClose} className="wb-keys-dialog">
      <dl className="wb-keys">
        {rows
          .filter(({ timed }) => !timed || kind !== 'page')
          .map(({ name, keys }) => (
            <div key={name}>
              <dt>{workbench.keys[name]}</dt>
              <dd>
                <KeyHint keys={keys} />
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}
