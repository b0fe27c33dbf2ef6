import { expect, it } from 'vitest';
import { userListSource } from '../../features/user/user-list.source.ts';
import { phoneAction } from '../../testing/phone-action.ts';
import { ActionCatalogue } from './action-catalogue.ts';

const sources = [userListSource];

it('finds an action by its list and id, and nothing by names that only look like one', () => {
  const action = phoneAction();
  const catalogue = new ActionCatalogue([action], sources);
  expect(catalogue.find('user', 'setPhone')).toBe(action);
  expect(catalogue.find('user', 'toString')).toBeUndefined();
  expect(catalogue.find('__proto__', 'setPhone')).toBeUndefined();
});

it('refuses to start with twins, with an action for no list, or with an Undo that is promised and missing', () => {
  expect(() => new ActionCatalogue([phoneAction(), phoneAction()], sources)).toThrow('two actions user.setPhone');
  expect(() => new ActionCatalogue([phoneAction({}, { list: 'nothing' })], sources)).toThrow('nobody reads');
  expect(() => new ActionCatalogue([phoneAction({}, { undoable: false })], sources)).toThrow(
    'user.setPhone needs both undoable and undo, or neither',
  );
});
