import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { pressKey } from './line-keys.ts';
import { LineText } from './line-text.tsx';
import { typeText } from './model/edits.ts';
import type { WorkLine } from './model/work-line.ts';
import { type Said, useWorkbench } from './workbench-context.ts';

type Props = { line: WorkLine; said: Said | null };

/**
 * The line that is worked in. What is typed into is the browser's own field, so that input methods, selection and
 * spelling work as everywhere; its letters are see-through, and the same ones with their colours lie under it.
 */
export function LineEditor({ line, said }: Props) {
  const bench = useWorkbench();
  const { workbench } = useTexts();
  const { work, readOnly, language } = bench;
  const area = useRef<HTMLTextAreaElement>(null);
  const sent = useStore(work.caret);
  const key = line.key;
  const number = useSyncExternalStore(work.state.subscribe, () => work.indexOf(key) + 1);
  useLayoutEffect(() => {
    const field = area.current;
    if (!field || sent?.key !== key) return;
    // Whoever chose it elsewhere, such as on a timeline, goes on there.
    if (sent.by === 'hand') field.focus({ preventScroll: true });
    field.setSelectionRange(sent.from, sent.to);
  }, [sent, key]);
  const note = () => {
    const field = area.current;
    if (field) work.noteCaret({ key, from: field.selectionStart, to: field.selectionEnd });
  };
  return (
    <div className="wb-edit" {...(language && { lang: language })}>
      <div className="wb-edit-under" aria-hidden="true">
        <LineText line={line} said={said} />
        {'\u200b'}
      </div>
      <textarea
        ref={area}
        rows={1}
        value={line.text}
        readOnly={readOnly}
        aria-label={fillText(workbench.line, { number })}
        spellCheck={!readOnly}
        autoCapitalize="off"
        autoComplete="off"
        onChange={({ target }) => {
          const caret = { from: target.selectionStart, to: target.selectionEnd };
          // A line is one line: what was pasted with breaks goes on with spaces.
          const text = bench.kind === 'cue' ? target.value : target.value.replace(/\s*[\r\n]+\s*/g, ' ');
          typeText(work, key, text, caret, Date.now());
        }}
        onSelect={note}
        onKeyDown={(event) => {
          const field = area.current;
          if (field && pressKey(event, { bench, line, area: field })) event.preventDefault();
        }}
      />
    </div>
  );
}
