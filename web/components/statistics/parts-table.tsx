import type { ObjectStat } from '@lectern/contract/features/object-stat.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import { type AccessMeasure, measureWords } from '@lectern/contract/statistics/access-dimension.ts';
import type { AccessFigure } from '@lectern/contract/statistics/figure.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { AppLink } from '../app-link.tsx';
import { Card } from '../card.tsx';
import { resourceHref } from '../resource/resource-href.ts';
import { recordsHref } from './figure-href.ts';
import { useStatWords } from './stat-words.ts';
import '../table.css';

type Part = ObjectStat['parts'][number];
type Props = { stat: ObjectStat; of: NonNullable<AccessFigure['of']> };

const columns = ['views', 'plays', 'playSeconds', 'completion', 'downloads'] as const;
type Column = (typeof columns)[number];
const kinds = ['chapter', 'resource', 'course'] as const;

/** The use of an object by what it is made of, or by where it is used: a table of each. */
export function PartsTable({ stat, of }: Props) {
  const { statistics: texts } = useTexts();
  return kinds
    .map((kind) => ({ kind, parts: stat.parts.filter((part) => part.of === kind) }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ kind, parts }) => ({ kind, parts, shown: columns.filter((name) => isTold(name, parts)) }))
    .map(({ kind, parts, shown }) => (
      <Card key={kind} title={texts.parts[kind]} className="stat-table">
        <div className="table-scroll">
          <table className="table" aria-label={texts.parts[kind]}>
            <thead>
              <tr>
                <th scope="col">{texts.partNames[kind]}</th>
                {shown.map((measure) => (
                  <th key={measure} scope="col" className="table-end">
                    {inLanguage(measureWords)[measure]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {parts.map((part) => (
                <PartRow key={part.id} part={part} shown={shown} stat={stat} of={of} />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    ));
}

/** A share only where something plays. */
function isTold(column: Column, parts: readonly Part[]): boolean {
  return column !== 'completion' || parts.some(({ completion }) => completion !== null);
}

function PartRow({ part, shown, stat, of }: { part: Part; shown: readonly Column[] } & Props) {
  const { statistics: texts } = useTexts();
  const words = useStatWords();
  const href = (measure: AccessMeasure) => recordsHref({ ...stat.period, measure, of: { ...of, [part.of]: part.id } });
  const name = part.name ?? texts.gone;
  const page = part.gone ? null : pageOf(part);
  return (
    <tr>
      <td title={name}>
        {page ? <AppLink to={page}>{name}</AppLink> : name}
        {part.gone && part.name !== null && <small> {texts.gone}</small>}
      </td>
      {shown.map((measure) => {
        const value = part[measure];
        const told = value ? words.measure(value, measure) : <span className="table-quiet">–</span>;
        return (
          <td key={measure} className="table-end">
            {stat.opens && value ? <AppLink to={href(measure)}>{told}</AppLink> : told}
          </td>
        );
      })}
    </tr>
  );
}

function pageOf(part: Part): string | null {
  if (part.of === 'course') return `/app/course/list/detail/${part.id}`;
  if (part.of === 'chapter') return `/app/course/list/catalog/detail/${part.id}`;
  const kind = resourceKinds.find((one) => one === part.kind);
  return kind ? resourceHref({ id: part.id, kind }) : null;
}
