import { listTerms } from '@lectern/contract/features/course.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { inOrder } from '../../../components/list-page/use-tree.ts';
import { TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

type Props = {
  value: string;
  error?: string | undefined;
  changed?: boolean;
  note?: string | false | undefined;
  onChange?: (value: string) => void;
};

/** A term as free text, with the terms of other courses as suggestions. */
export function TermField({ value, error, changed = false, note, onChange }: Props) {
  const words = useTexts().course.form;
  const terms = useTerms();
  const id = useId();
  return (
    <>
      <TextField
        label={words.term}
        hint={words.termHint}
        value={value}
        error={error}
        changed={changed}
        note={note}
        maxLength={60}
        autoComplete="off"
        list={id}
        {...(onChange && { onChange })}
      />
      <datalist id={id}>
        {terms.map((term) => (
          <option key={term} value={term} />
        ))}
      </datalist>
    </>
  );
}

type Option = { value: string; label: string };
type Chosen = { id: string; name: string } | null;

const indented = (name: string, depth: number) => `${'\u2003'.repeat(depth)}${name}`;

/** Keeps the current choice available while options load, or if it has been disabled. */
function withChosen(options: readonly Option[], chosen: Chosen): Option[] {
  if (!chosen || options.some(({ value }) => value === chosen.id)) return [...options];
  return [{ value: chosen.id, label: chosen.name }, ...options];
}

export function useSubjectOptions(chosen: Chosen): Option[] {
  const subjects = useQuery(queryOf(listSubjects, {}, { quiet: true })).data ?? [];
  return withChosen(
    inOrder(subjects).map(({ id, name, depth }) => ({ value: id, label: indented(name, depth) })),
    chosen,
  );
}

export function useCollegeOptions(chosen: Chosen): Option[] {
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const open = (units?.colleges ?? []).filter(({ disabled }) => !disabled);
  return withChosen(
    open.map(({ id, name }) => ({ value: id, label: name })),
    chosen,
  );
}

/** Departments of a college, or all while no college is chosen. */
export function useDepartmentOptions(collegeId: string, chosen: Chosen): Option[] {
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const open = (units?.departments ?? []).filter(
    (one) => !one.disabled && (collegeId === '' || one.collegeId === collegeId),
  );
  return withChosen(
    inOrder(open).map(({ id, name, depth }) => ({ value: id, label: indented(name, depth) })),
    chosen,
  );
}

function useTerms(): string[] {
  return useQuery(queryOf(listTerms, {}, { quiet: true })).data ?? [];
}
