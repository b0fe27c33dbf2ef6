import type { FieldsProps } from './unit-spec.ts';

/** What the common properties of an input are, by the name of its value. */
export function fieldOf(props: FieldsProps, labels: Readonly<Record<string, string>>) {
  const { values, problems, changed, notes, isNew, editable, set } = props;
  return (name: string) => ({
    label: labels[name] ?? name,
    value: values[name] ?? '',
    error: problems[name],
    changed: !isNew && changed.includes(name),
    note: notes?.[name],
    ...(editable && { onChange: (value: string) => set(name, value) }),
  });
}
