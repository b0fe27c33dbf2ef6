import { listUnits, type OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import { listTaskRules, saveTaskRoutes, type TaskRuleRow } from '@lectern/contract/features/task-rule.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PersonPicker } from '../../../components/person-picker.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';

/** Edits who receives a rule's tasks, by college. */
export function RoutesDialog({ rule, onClose }: { rule: TaskRuleRow; onClose: () => void }) {
  const { detail, task, words } = useTexts();
  const { rules } = task;
  const units = useQuery(queryOf(listUnits, {}, { quiet: true }));
  const [routes, setRoutes] = useState<EditedRoute[]>(() =>
    rule.routes.map(({ college, position, person }) => ({ college, position, person })),
  );
  const [tried, setTried] = useState(false);
  const save = useMutationOf(saveTaskRoutes, { invalidates: [listTaskRules], quiet: true });
  const taken = routes.map(({ college }) => college?.id ?? '');
  const free = (units.data?.colleges ?? []).find(({ id }) => !taken.includes(id));
  const isWhole = ({ position, person }: EditedRoute) => position !== null || person !== null;
  const isTwice = new Set(taken).size < taken.length;
  const change = (at: number, route: EditedRoute | null) =>
    setRoutes((known) => (route ? known.with(at, route) : known.toSpliced(at, 1)));
  const add = () => {
    const college = taken.includes('') ? (free ?? null) : null;
    setRoutes((known) => [...known, { college, position: null, person: null }]);
  };
  const submit = () => {
    setTried(true);
    if (isTwice || !routes.every(isWhole)) return;
    const body = {
      routes: routes.map(({ college, position, person }) => ({
        ...{ collegeId: college?.id ?? null, positionId: position?.id ?? null, userId: person?.id ?? null },
      })),
    };
    save.mutate(
      { params: { kind: rule.kind }, body },
      {
        onSuccess: () => {
          notify({ level: 'success', title: rules.saved });
          onClose();
        },
      },
    );
  };
  const fallback = rules.fallbackNamed[rule.fallback];
  const isFull = taken.includes('') && !free;
  return (
    <FormDialog
      title={fillText(rules.routesTitle, { kind: words.taskKinds[rule.kind] })}
      confirmLabel={save.isPending ? words.saving : words.save}
      busy={save.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>{fillText(rules.routesText, { fallback })}</p>
      {units.error && <ErrorPanel error={units.error} onRetry={() => void units.refetch()} />}
      {save.error && <ErrorPanel error={save.error} title={detail.notSaved} />}
      {routes.length === 0 && <p className="rules-none">{fillText(rules.noRoutes, { fallback })}</p>}
      {routes.map((route, at) => (
        <RouteRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and new ones are added at the end
          key={at}
          route={route}
          units={units.data}
          problem={tried && !isWhole(route) ? task.choose.needed : undefined}
          twice={taken.indexOf(route.college?.id ?? '') !== at}
          onChange={(changed) => change(at, changed)}
        />
      ))}
      <div>
        <Button icon="plus" size="small" disabled={!units.data || isFull} onClick={add}>
          {rules.addRoute}
        </Button>{' '}
        {isFull && <small>{rules.noColleges}</small>}
      </div>
    </FormDialog>
  );
}

type Named = { id: string; name: string };
type EditedRoute = { college: Named | null; position: Named | null; person: Named | null };

type Props = {
  route: EditedRoute;
  units: OrganisationUnits | undefined;
  problem: string | undefined;
  twice: boolean;
  /** Null removes the route. */
  onChange: (route: EditedRoute | null) => void;
};

const findPerson = 'person?';

/** A college, or all others, and the position or person who receives its tasks. */
function RouteRow({ route, units, problem, twice, onChange }: Props) {
  const { rules, choose } = useTexts().task;
  const [finding, setFinding] = useState(false);
  const { college, position, person } = route;
  const known = (list: readonly Named[], one: Named | null) =>
    one && !list.some(({ id }) => id === one.id) ? [one, ...list] : list;
  const colleges = known(units?.colleges ?? [], college);
  const positions = known(units?.positions ?? [], position);
  const value = finding ? findPerson : position ? position.id : person ? `person:${person.id}` : '';
  const receive = (chosen: string) => {
    setFinding(chosen === findPerson);
    const found = positions.find(({ id }) => id === chosen) ?? null;
    const keeps = person && chosen === `person:${person.id}`;
    onChange({ college, position: found, person: keeps ? person : null });
  };
  return (
    <div className="route-row">
      <SelectField
        label={rules.college}
        value={college?.id ?? ''}
        error={twice ? rules.twice : undefined}
        options={[
          { value: '', label: rules.everywhere },
          ...colleges.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => onChange({ ...route, college: colleges.find((one) => one.id === id) ?? null })}
      />
      <SelectField
        label={rules.receiver}
        value={value}
        error={problem}
        options={[
          { value: '', label: '—' },
          ...positions.map(({ id, name }) => ({ value: id, label: fillText(rules.position, { name }) })),
          ...(person ? [{ value: `person:${person.id}`, label: fillText(rules.person, { name: person.name }) }] : []),
          { value: findPerson, label: rules.choosePerson },
        ]}
        onChange={receive}
      />
      <IconButton
        icon="trash"
        label={fillText(rules.removeRoute, { name: college?.name ?? rules.everywhere })}
        onClick={() => onChange(null)}
      />
      {finding && (
        <div className="route-person">
          <PersonPicker
            label={choose.find}
            onChoose={({ id, name }) => {
              setFinding(false);
              onChange({ college, position: null, person: { id, name } });
            }}
          />
        </div>
      )}
    </div>
  );
}
