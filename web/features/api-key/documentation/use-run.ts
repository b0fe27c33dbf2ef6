import type { Endpoint } from '@lectern/contract/endpoint.ts';
import { useRef, useState } from 'react';
import { addressWith, type Prepared, type Ran, runCall } from './run-call.ts';
import { fillIn, sampleBody } from './sample-values.ts';

type Problem = 'needsKey' | 'nothingPublished' | 'failed';

/** The values of one call, the call, and its answer. */
export function useRun(operation: Endpoint, key: string) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(() => sampleBody(operation));
  const [ran, setRan] = useState<Ran>();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(0);
  const isBodyJson = body === undefined || isJson(body);

  const prepared = (known = values): Prepared => ({
    method: operation.method,
    address: known.address ?? addressWith(operation, known),
    body,
  });

  const attempt = async (etag: string | undefined): Promise<Problem | Ran> => {
    const filled = await fillIn(operation, values, key);
    if ('missing' in filled) return 'nothingPublished';
    if ('refused' in filled) return filled.refused;
    setValues(filled.values);
    const needsKey = operation.access.kind === 'apiKey';
    return runCall(prepared(filled.values), needsKey ? key : null, etag);
  };

  const start = async (etag?: string) => {
    if (isBusy || !isBodyJson) return;
    if (!key) return setProblem('needsKey');
    latest.current += 1;
    const own = latest.current;
    setBusy(true);
    setProblem(undefined);
    const result = await attempt(etag).catch((): Problem => 'failed');
    if (own !== latest.current) return;
    setBusy(false);
    if (typeof result === 'string') setProblem(result);
    else setRan(result);
  };

  return {
    ...{ values, body, setBody, isBodyJson, ran, problem, isBusy, prepared, start },
    setValue: (name: string, value: string) => setValues((known) => ({ ...known, [name]: value })),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
