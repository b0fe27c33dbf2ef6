import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Dialog } from '../dialog.tsx';
import { KeyHint } from '../key-hint.tsx';
import type { WorkKind } from './model/work-line.ts';
import './keys-dialog.css';

type Row = {
  name: keyof ReturnType<typeof useTexts>['workbench']['keys'];
  keys: string;
  timed?: true;
  /** Limits the shortcut to cues, to pages, or to text other than cues. */
  only?: 'cue' | 'text' | 'page';
};

const rows: readonly Row[] = [
  { name: 'nextDoubtful', keys: 'Tab', only: 'text' },
  { name: 'previousDoubtful', keys: 'Shift+Tab', only: 'text' },
  { name: 'accept', keys: 'Alt+a', only: 'text' },
  { name: 'nextProblem', keys: 'Tab', only: 'cue' },
  { name: 'previousProblem', keys: 'Shift+Tab', only: 'cue' },
  { name: 'fix', keys: 'Alt+x', only: 'cue' },
  { name: 'addCue', keys: 'Alt+n', only: 'cue' },
  { name: 'lineBreak', keys: 'Shift+Enter', only: 'cue' },
  { name: 'split', keys: 'Enter' },
  { name: 'merge', keys: 'Backspace' },
  { name: 'mergeNext', keys: '$mod+m' },
  { name: 'remove', keys: '$mod+Shift+Backspace' },
  { name: 'moveUp', keys: 'Alt+Shift+ArrowUp', only: 'page' },
  { name: 'moveDown', keys: 'Alt+Shift+ArrowDown', only: 'page' },
  { name: 'previousLine', keys: 'Alt+ArrowUp' },
  { name: 'nextLine', keys: 'Alt+ArrowDown' },
  { name: 'undo', keys: '$mod+z' },
  { name: 'redo', keys: '$mod+Shift+z' },
  { name: 'find', keys: '$mod+f' },
  { name: 'play', keys: 'Alt+k', timed: true },
  { name: 'back', keys: 'Alt+j', timed: true },
  { name: 'forward', keys: 'Alt+l', timed: true },
  { name: 'suspect', keys: 'Alt+s', timed: true, only: 'text' },
  { name: 'earlier', keys: 'Alt+[', timed: true },
  { name: 'later', keys: 'Alt+]', timed: true },
  { name: 'startHere', keys: 'Alt+i', timed: true },
  { name: 'endHere', keys: 'Alt+o', timed: true },
  { name: 'endEarlier', keys: 'Alt+,', only: 'cue' },
  { name: 'endLater', keys: 'Alt+.', only: 'cue' },
  { name: 'timeline', keys: 'Alt+t', only: 'cue' },
  { name: 'save', keys: '$mod+s' },
  { name: 'check', keys: '$mod+Enter' },
  { name: 'leave', keys: 'Escape' },
  { name: 'help', keys: '$mod+/' },
];

/** Keyboard shortcuts of the text editor. */
export function KeysDialog({ kind, onClose }: { kind: WorkKind; onClose: () => void }) {
  const { workbench } = useTexts();
  return (
    <Dialog open title={workbench.keysTitle} onClose={onClose} className="wb-keys-dialog">
      <dl className="wb-keys">
        {rows
          .filter(({ timed }) => !timed || kind !== 'page')
          .filter(({ only }) => !only || (only === 'text' ? kind !== 'cue' : only === kind))
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
