import { endpoints } from '@lectern/contract/endpoints.ts';
import { describe, expect, it } from 'vitest';
import * as firstCalls from './first-calls.ts';

describe('the calls made before the app is loaded', () => {
  it.each(Object.entries(firstCalls))(
    '%s is the same call as in the contract',
    (_name, { id, method, path, answer }) => {
      const declared = endpoints.find((endpoint) => endpoint.id === id);
      expect({ id, method, path, answer }).toEqual({
        id: declared?.id,
        method: declared?.method,
        path: declared?.path,
        answer: declared?.answer,
      });
    },
  );
});
