import { fillText } from '../messages/fill-text.ts';
import type { Messages } from '../messages/messages.ts';

type Names = Messages['activity'];

export function objectName(type: string, names: Names): string {
  return own(names.objects, type) ?? own(names.areas, type) ?? spelledOut(type);
}

/**
 * The action as text, such as “User created”; “…” in a verb marks the object's place. Actions without a catalogue name
 * are derived from their code.
 */
export function actionName(action: string, names: Names): string {
  const [type = '', verb = ''] = action.split('.', 2);
  const said = own(names.verbs, verb) ?? spelledOut(verb).toLowerCase();
  const pattern = said.includes('…') ? said.replace('…', '{object}') : names.objectAndVerb;
  return own(names.actions, action) ?? fillText(pattern, { object: objectName(type, names), verb: said });
}

/**
 * The field's name for this object type, otherwise its general name, otherwise derived from the code: `shelfMarkIds`
 * becomes “Shelf mark”.
 */
export function fieldName(field: string, { fields }: Pick<Names, 'fields'>, type = ''): string {
  const camelCase = field.replace(/_([a-z\d])/g, (_, start: string) => start.toUpperCase());
  return own(fields, `${type}.${camelCase}`) ?? own(fields, camelCase) ?? spelledOut(camelCase.replace(/Ids?$/, ''));
}

/** The login method if the field holds one. */
export function signInWay(field: string, value: unknown, { signInWays }: Names): string | undefined {
  return field === 'by' || field === 'secondFactor' ? own(signInWays, String(value)) : undefined;
}

/** Turns `changeUndone` into “Change undone”. */
function spelledOut(name: string): string {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function own(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
