import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../../components/button.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

type Props = RowLook & {
  rowKey: number;
  name: string;
  text: string;
  maxLength: number;
  readOnly: boolean;
  editing: boolean;
  ends: { first: boolean; last: boolean };
  /** Absent: it stays where it is. */
  onMove?: (by: -1 | 1) => void;
  onEdit: () => void;
  /** `goesOn`: with another row below. */
  onDone: (goesOn: boolean) => void;
  /** The focus went elsewhere. */
  onLeave: () => void;
  onText: (text: string) => void;
  onRemove: () => void;
};

/** A row that shows where it is from, and becomes a field where it stands. */
export function SummaryRow(props: Props) {
  const { rowKey, name, text, readOnly, editing, ends, lead, trail, tools, below, indent = 0, look, onOpen } = props;
  const { row } = useTexts().summary;
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (event.key === 'F2') props.onEdit();
    else if (event.key === 'Delete') props.onRemove();
    else if (by && event.altKey && props.onMove) props.onMove(by);
    else return;
    event.preventDefault();
  };
  const deeds = !readOnly && !editing && (
    <span className="summary-row-tools">
      {tools}
      <IconButton icon="edit" label={fillText(row.edit, { row: name })} onClick={props.onEdit} />
      {props.onMove && (
        <>
          <IconButton
            icon="arrowUp"
            label={fillText(row.up, { row: name })}
            disabled={ends.first}
            onClick={() => props.onMove?.(-1)}
          />
          <IconButton
            icon="arrowDown"
            label={fillText(row.down, { row: name })}
            disabled={ends.last}
            onClick={() => props.onMove?.(1)}
          />
        </>
      )}
      <IconButton icon="trash" label={fillText(row.remove, { row: name })} onClick={props.onRemove} />
    </span>
  );
  return (
    <li className="summary-row" data-key={rowKey} data-look={look} style={{ paddingLeft: indent * 20 }}>
      <div className="summary-row-line">
        {lead}
        {editing ? (
          <RowField {...props} />
        ) : (
          <button
            type="button"
            className="summary-row-text"
            aria-keyshortcuts={readOnly ? undefined : 'F2 Delete Alt+ArrowUp Alt+ArrowDown'}
            title={readOnly ? undefined : row.hint}
            onClick={() => onOpen?.()}
            onDoubleClick={() => !readOnly && props.onEdit()}
            onKeyDown={onKeyDown}
          >
            {text}
          </button>
        )}
        {trail}
        {!below && deeds}
      </div>
      {below && (
        <div className="summary-row-below">
          {deeds}
          {below}
        </div>
      )}
    </li>
  );
}

/** Enter ends it, with Ctrl another row follows; leaving it ends it, too. What is typed is kept with every key. */
function RowField({ name, text, maxLength, onText, onDone, onLeave }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  return (
    <textarea
      ref={field}
      className="summary-row-field field-input"
      aria-label={name}
      rows={1}
      maxLength={maxLength}
      value={text}
      onChange={(event) => onText(event.target.value.replaceAll('\n', ' '))}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onDone(event.key === 'Enter' && (event.ctrlKey || event.metaKey));
      }}
    />
  );
}

/** What a row shows besides its text. */
export type RowLook = {
  lead?: ReactNode;
  /** At the end of its line, always to be seen. */
  trail?: ReactNode;
  tools?: ReactNode;
  below?: ReactNode;
  indent?: number;
  look?: 'unsupported' | 'shown' | undefined;
  onOpen?: (() => void) | undefined;
};
