import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { EditedSummary, RowPart } from '../model/edited-summary.ts';
import type { SummaryEdit } from './use-summary-edit.ts';

type Row = { key: number; text: string };
type Props<R extends Row> = {
  part: RowPart;
  edit: SummaryEdit;
  rows: readonly R[];
  most: number;
  maxLength: number;
  /** Adds an empty row after the one with this key, or at the end, and returns its key. */
  onAdd: (after: number | null) => number;
  onText: (row: R, text: string) => void;
  /** Rows are sorted by time and can't be moved. */
  fixed?: boolean;
  children: (row: R, at: number, name: string) => RowLook;
};

/** One part of a summary as a list of rows. */
export function RowList<R extends Row>(props: Props<R>) {
  const { part, edit, rows, most, maxLength, onAdd, onText, fixed = false, children } = props;
  const { summary } = useTexts();
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<number | null>(null);
  const [editing, setEditing] = useState<number | null>(null);
  // Keeps the focus on a moved row, and puts it on the neighbour of a removed one.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-key="${wanted.current}"] .summary-row-text`)?.focus();
    wanted.current = null;
  });
  const add = (after: number | null) => setEditing(onAdd(after));
  const remove = (row: R, at: number) => {
    if (wanted.current === row.key || list.current?.contains(document.activeElement))
      wanted.current = (rows[at + 1] ?? rows[at - 1])?.key ?? null;
    edit.work.perform(removeRow(part, row.key));
  };
  const move = (row: R, by: -1 | 1) => {
    wanted.current = row.key;
    edit.work.perform(moveRow(part, row.key, by));
  };
  /** Removes the row if it was left empty. */
  const leave = (row: R, at: number) => {
    setEditing(null);
    if (row.text.trim() === '') remove(row, at);
  };
  if (edit.readOnly && rows.length === 0) return null;
  return (
    <section className="summary-part">
      <h2>{summary.parts[part]}</h2>
      {rows.length === 0 && <p className="summary-part-empty">{summary.empty[part]}</p>}
      <ol ref={list}>
        {rows.map((row, at) => {
          const name = fillText(summary.row[part], { number: at + 1 });
          return (
            <SummaryRow
              key={row.key}
              {...children(row, at, name)}
              rowKey={row.key}
              name={name}
              text={row.text}
              maxLength={maxLength}
              readOnly={edit.readOnly}
              editing={editing === row.key && !edit.readOnly}
              {...(!fixed && { onMove: (by: -1 | 1) => move(row, by) })}
              ends={{ first: at === 0, last: at === rows.length - 1 }}
              onEdit={() => setEditing(row.key)}
              onDone={(goesOn) => {
                wanted.current = row.key;
                leave(row, at);
                if (goesOn && rows.length < most) add(row.key);
              }}
              onLeave={() => leave(row, at)}
              onText={(text) => onText(row, text)}
              onRemove={() => remove(row, at)}
            />
          );
        })}
      </ol>
      {!edit.readOnly && (
        <Button size="small" look="quiet" icon="plus" disabled={rows.length >= most} onClick={() => add(null)}>
          {summary.add[part]}
        </Button>
      )}
      {rows.length > most && <p className="field-error">{fillText(summary.tooMuch, { count: most })}</p>}
    </section>
  );
}

type Change = (value: EditedSummary) => EditedSummary;
type ChangeRowRow<Part extends RowPart> = EditedSummary[Part][number];

function rowsOf<Part extends RowPart>(
  part: Part,
  change: (rows: ChangeRowRow<Part>[]) => ChangeRowRow<Part>[],
): Change {
  return (value) => ({ ...value, [part]: change([...value[part]] as ChangeRowRow<Part>[]) });
}

export function changeRow<Part extends RowPart>(part: Part, key: number, change: Partial<ChangeRowRow<Part>>): Change {
  return rowsOf(part, (rows) => rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
}

export function removeRow(part: RowPart, key: number): Change {
  const remove = rowsOf(part, (rows) => rows.filter((row) => row.key !== key));
  return (value) => (value[part].some((row) => row.key === key) ? remove(value) : value);
}

/** Adds the row after the one with this key; at the end when null. */
export function addRow<Part extends RowPart>(part: Part, row: ChangeRowRow<Part>, after: number | null): Change {
  return rowsOf(part, (rows) => {
    const at = rows.findIndex(({ key }) => key === after);
    return after === null || at < 0 ? [...rows, row] : rows.toSpliced(at + 1, 0, row);
  });
}

export function moveRow(part: RowPart, key: number, by: -1 | 1): Change {
  return (value) => {
    const rows = [...value[part]] as ChangeRowRow<RowPart>[];
    const at = rows.findIndex((row) => row.key === key);
    const other = rows[at + by];
    const row = rows[at];
    if (!row || !other) return value;
    rows[at] = other;
    rows[at + by] = row;
    return { ...value, [part]: rows };
  };
}

/** Adds a keyword unless it is already there, ignoring case. */
export function addKeyword(word: string): Change {
  return (value) => {
    const said = word.trim();
    const known = value.keywords.some((one) => one.toLowerCase() === said.toLowerCase());
    return said === '' || known ? value : { ...value, keywords: [...value.keywords, said] };
  };
}

export function removeKeyword(word: string): Change {
  return (value) => ({ ...value, keywords: value.keywords.filter((one) => one !== word) });
}

type SummaryRowProps = RowLook & {
  rowKey: number;
  name: string;
  text: string;
  maxLength: number;
  readOnly: boolean;
  editing: boolean;
  ends: { first: boolean; last: boolean };
  /** Undefined when the row can't be moved. */
  onMove?: (by: -1 | 1) => void;
  onEdit: () => void;
  /** `goesOn`: another row should be added below. */
  onDone: (goesOn: boolean) => void;
  /** The field lost the focus. */
  onLeave: () => void;
  onText: (text: string) => void;
  onRemove: () => void;
};

/** A row linked to its source; it turns into a text field for editing. */
function SummaryRow(props: SummaryRowProps) {
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
  const actions = !readOnly && !editing && (
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
        {!below && actions}
      </div>
      {below && (
        <div className="summary-row-below">
          {actions}
          {below}
        </div>
      )}
    </li>
  );
}

/** Enter or blur ends editing, Ctrl+Enter adds another row. Every keystroke is applied immediately. */
function RowField({ name, text, maxLength, onText, onDone, onLeave }: SummaryRowProps) {
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

type RowLook = {
  lead?: ReactNode;
  /** At the end of the line, always visible. */
  trail?: ReactNode;
  tools?: ReactNode;
  below?: ReactNode;
  indent?: number;
  look?: 'unsupported' | 'shown' | undefined;
  onOpen?: (() => void) | undefined;
};
