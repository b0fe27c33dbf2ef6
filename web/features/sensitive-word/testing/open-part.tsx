import type { FunctionComponent } from 'react';
import { useStore } from '../../../lib/store.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { openImpact } from '../trial/ask-impact.ts';
import { ImpactDialog } from '../trial/impact-dialog.tsx';
import { admin, idOf, impactCall, operationsCall, packsCall, page, sampleImpact, samplePack } from './open-words.tsx';

/**
 * Renders one part of the word library without the list below it, plus the impact dialog; needs `openFreshWindow`
 * first.
 */
export async function openPart(Part: FunctionComponent, calls: Parameters<typeof stubApi>[0] = {}, query = '') {
  const api = stubApi({
    [packsCall]: () => envelope([samplePack(1), samplePack(2, { enabled: false })]),
    [impactCall]: () => envelope(sampleImpact(0, 0)),
    [operationsCall]: () => envelope({ id: idOf(500) }, 200, 'ok', 202),
    ...calls,
  });
  const WithEffects = () => (
    <>
      <Part />
      {useStore(openImpact)?.shown && <ImpactDialog />}
    </>
  );
  const opened = await renderPage(page + query, WithEffects, admin);
  return { api, ...opened };
}
