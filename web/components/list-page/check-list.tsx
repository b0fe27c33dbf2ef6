import '../data-grid/grid-checkbox.css';

type Entry = { id: string; label: string; note?: string; depth?: number; heading?: boolean };
type Props = {
  label: string;
  entries: readonly Entry[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

/** Checkboxes, indented by depth. */
export function CheckList({ label, entries, chosen, onToggle }: Props) {
  return (
    <fieldset className="check-list">
      <legend className="visually-hidden">{label}</legend>
      {entries.map(({ id, label: name, note, depth = 0, heading }) =>
        heading ? (
          <div key={id} className="check-list-heading">
            {name}
          </div>
        ) : (
          <label key={id} className="check-list-entry" style={{ paddingLeft: 6 + depth * 16 }}>
            <input type="checkbox" className="grid-checkbox" checked={chosen.has(id)} onChange={() => onToggle(id)} />
            <span>{name}</span>
            {note && <small>{note}</small>}
          </label>
        ),
      )}
    </fieldset>
  );
}

export function toggled(chosen: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}
