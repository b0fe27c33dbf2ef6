import { AppLink } from '../../components/app-link.tsx';
import type { CellContext } from '../../components/list-page/list-definition.ts';
import { Status } from '../../components/status.tsx';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import type { UnitRow } from './unit-spec.ts';
import './unit-cells.css';
import { labelled } from '../../lib/i18n/punctuation.ts';

/** The text, or a muted placeholder when empty. */
export function plain(text: string | null | undefined, { texts }: CellContext) {
  return text ? <span title={text}>{text}</span> : <span className="grid-quiet">{texts.words.none}</span>;
}

export function stateOf({ disabled }: Pick<UnitRow, 'disabled'>, { organisation }: Texts) {
  return <Status tone={disabled ? 'idle' : 'ok'}>{disabled ? organisation.disabled : organisation.enabled}</Status>;
}

/** A count that links to the records behind it. */
export function countLink(count: number, href: string, label: string, { format }: CellContext) {
  if (count === 0) return <span className="grid-quiet">0</span>;
  return (
    <AppLink to={href} className="unit-count" aria-label={labelled(label, format.number(count))}>
      {format.number(count)}
    </AppLink>
  );
}

export function instant(at: string, { format }: CellContext) {
  return (
    <time dateTime={at} title={format.dateTime(at)} className="grid-quiet">
      {format.relativeTime(at)}
    </time>
  );
}
