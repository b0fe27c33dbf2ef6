import { fillText } from '../messages/fill-text.ts';
import type { Messages } from '../messages/messages.ts';

type Names = Messages['activity'];

export function objectName(type: string, names: Names): string {
  return own(names.objects, type) ?? own(names.areas, type) ?? spelledOut(type);
}

/** “User created”. Actions without a name are spelled out. */
export function actionName(action: string, names: Names): string {
  const [type = '', verb = ''] = action.split('.', 2);
  const spelled = spelledOut(verb).toLowerCase();
  return (
    own(names.actions, action) ??
    fillText(names.objectAndVerb, { object: objectName(type, names), verb: own(names.verbs, verb) ?? spelled })
  );
}

/** By the name it has on this type of object, if any; without a name spelled out: `shelfMarkIds` becomes “Shelf mark”. */
export function fieldName(field: string, { fields }: Pick<Names, 'fields'>, type = ''): string {
  const camelCase = field.replace(/_([a-z\d])/g, (_, start: string) => start.toUpperCase());
  return own(fields, `${type}.${camelCase}`) ?? own(fields, camelCase) ?? spelledOut(camelCase.replace(/Ids?$/, ''));
}

/** `changeUndone` as “Change undone”. */
function spelledOut(name: string): string {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function own(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
