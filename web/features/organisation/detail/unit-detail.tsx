import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { DetailSheet } from '../../../components/detail/detail-sheet.tsx';
import { type Neighbours, useNeighbours } from '../../../components/detail/use-neighbours.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import type { ListDefinition } from '../../../components/list-page/list-definition.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import type { UnitRow, UnitSpec } from '../unit-spec.ts';
import { UnitActivity } from './unit-activity.tsx';
import { UnitHeader } from './unit-header.tsx';
import { useStoredUnit, useUnitSheet } from './use-unit-sheet.ts';
import '../unit-fields.css';
import './unit-detail.css';

type Props<Row extends UnitRow> = { spec: UnitSpec<Row>; definition: ListDefinition<Row> };

/** The unit that the address names, over its list. */
export function UnitDetail<Row extends UnitRow>(props: Props<Row>) {
  const { searchStr } = useLocation();
  const id = new URLSearchParams(searchStr).get('id');
  return id ? <OpenedUnit {...props} id={id} /> : null;
}

function OpenedUnit<Row extends UnitRow>({ spec, definition, id }: Props<Row> & { id: string }) {
  const { organisation, words } = useTexts();
  const neighbours = useNeighbours(definition, id);
  const { unit, refresh } = useStoredUnit(spec, id, neighbours.row);
  if (unit.data) {
    return <UnitSheet spec={spec} definition={definition} row={unit.data} neighbours={neighbours} refresh={refresh} />;
  }
  return (
    <DetailSheet
      label={words.loading}
      neighbours={neighbours}
      header={<h3 className="detail-title">{unit.error ? organisation.detail.notFound : words.loading}</h3>}
      onSave={() => undefined}
    >
      <div className="detail-main">
        {unit.error ? (
          <ErrorPanel error={unit.error} retrying={unit.isFetching} onRetry={() => void unit.refetch()} />
        ) : (
          <SkeletonRegion>
            <Skeleton height={240} />
          </SkeletonRegion>
        )}
      </div>
    </DetailSheet>
  );
}

type SheetProps<Row extends UnitRow> = Props<Row> & {
  row: Row;
  neighbours: Neighbours<Row>;
  refresh: () => Promise<void>;
};

function UnitSheet<Row extends UnitRow>({ spec, definition, row, neighbours, refresh }: SheetProps<Row>) {
  const texts = useTexts();
  const format = useFormat();
  const client = useQueryClient();
  const state = useUnitSheet(spec, row, refresh);
  const { form, lock, goOn, editable, save } = state;
  const onReverted = () => void client.invalidateQueries({ predicate: isAnswerOf(spec.stale) });
  return (
    <DetailSheet
      label={row.name}
      neighbours={neighbours}
      header={<UnitHeader spec={spec} actions={definition.actions} row={row} state={state} />}
      notices={<DetailNotices lock={lock} onGoOn={goOn} form={form} />}
      footer={
        <DetailSaveBar
          changes={form.changed.length}
          saving={form.saving}
          blocked={!editable}
          onSave={() => void save()}
          onDiscard={form.discard}
        />
      }
      onSave={() => void (editable && save())}
    >
      <div className="detail-main">
        <div className="unit-detail-fields">
          <spec.Fields
            values={form.values}
            problems={form.problems}
            changed={form.changed}
            notes={state.notes}
            isNew={false}
            editable={editable}
            set={form.set}
          />
        </div>
        <FactList facts={spec.facts(row, { texts, format })} />
      </div>
      <UnitActivity spec={spec} row={row} onReverted={onReverted} />
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </DetailSheet>
  );
}
