import { createSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { password } from '../../people.ts';
import { callApi } from '../../session/call-api.ts';
import { signInWith } from '../../session/sign-in.ts';

/** Words that stand in the printed notes, so that there is something to decide. */
export async function lookForWords(origin: string): Promise<void> {
  const head = await signInWith(origin, 'li.wei', password);
  for (const text of ['molecule of fuel', 'resting body']) {
    await callApi(origin, head, createSensitiveWord, { body: { text, category: 'privacy', severity: 'review' } });
  }
}
