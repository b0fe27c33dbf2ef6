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
  hint?: string;
  error?: string | undefined;
  changed?: boolean;
  note?: string | false | undefined;
  onChange?: (value: string) => void;
};

export function NameField(props: Props) {
  return <TextField label={useTexts().course.form.name} maxLength={200} autoComplete="off" {...props} />;
}

export function CodeField(props: Props) {
  return (
    <TextField label={useTexts().course.form.code} maxLength={60} autoComplete="off" spellCheck={false} {...props} />
  );
}

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

function indented({ id, name, depth }: { id: string; name: string; depth: number }): Option {
  return { value: id, label: `${'\u2003'.repeat(depth)}${name}` };
}

/** Keeps the current choice available while options load, or if it has been disabled. */
function withChosen(options: Option[], chosen: Chosen | undefined): Option[] {
  if (!chosen || options.some(({ value }) => value === chosen.id)) return options;
  return [{ value: chosen.id, label: chosen.name }, ...options];
}

type Place = { subject: Chosen; college: Chosen; department: Chosen };

/** Subjects, colleges, and the departments of a college or all while no college is chosen. */
export function useCourseOptions(collegeId: string, chosen?: Place) {
  const subjects = useQuery(queryOf(listSubjects, {}, { quiet: true })).data ?? [];
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const colleges = (units?.colleges ?? []).filter(({ disabled }) => !disabled);
  const departments = (units?.departments ?? []).filter(
    (one) => !one.disabled && (collegeId === '' || one.collegeId === collegeId),
  );
  return {
    subjects: withChosen(inOrder(subjects).map(indented), chosen?.subject),
    colleges: withChosen(
      colleges.map(({ id, name }) => ({ value: id, label: name })),
      chosen?.college,
    ),
    departments: withChosen(inOrder(departments).map(indented), chosen?.department),
  };
}

function useTerms(): string[] {
  return useQuery(queryOf(listTerms, {}, { quiet: true })).data ?? [];
}
