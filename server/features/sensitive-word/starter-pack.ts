import { defaultWordMode } from '@lectern/contract/features/sensitive-word.ts';
import { sql } from 'kysely';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { insertPack } from './pack.repository.ts';
import type { WordFields } from './sensitive-word.repository.ts';
import { insertWords, lockDictionary, type NewWord } from './sensitive-word.repository.ts';
import { matcherRules } from './word-rules.ts';

/** Harmless examples of each kind of match; real word lists are up to the staff. */
const examples: readonly (Pick<WordFields, 'text'> & Partial<WordFields>)[] = [
  { text: 'confidential draft', category: 'privacy', note: 'Papers that are not meant to leave the house yet.' },
  { text: '内部草稿', category: 'privacy' },
  { text: 'do not distribute', category: 'privacy', exceptions: ['do not distribute before class'] },
  { text: 'quibblesnark', category: 'abuse', note: 'A made-up word, to try disguises with.' },
  { text: 'buy * answers', mode: 'wildcard', category: 'advertising' },
  { text: '代写作业', category: 'advertising' },
];
const usual: Omit<WordFields, 'text' | 'mode' | 'packId'> = {
  ...{ variants: true, language: null, category: 'other', severity: 'notice' },
  ...{ sources: [], kinds: [], exceptions: [], ignoreLikelyFalse: false, note: '', enabled: true },
};

/** Added once, and only if the library never held a word or pack; disabled until someone enables it. */
export async function ensureStarterPack(db: Db): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockDictionary(transaction);
    const { rows } = await sql`select from sensitive_words union all select from sensitive_packs limit 1`.execute(
      transaction,
    );
    if (rows.length > 0) return false;
    const packId = newId();
    const name = 'Starter examples';
    const description = 'Harmless examples. Switch it on to see how words are found, or delete it.';
    await insertPack(transaction, { id: packId, name, description, enabled: false });
    const words = examples.flatMap((example): NewWord[] => {
      const word = { ...usual, mode: defaultWordMode(example.text), ...example, id: newId(), packId };
      const judged = matcherRules.judge(word.text, word.mode);
      return 'key' in judged ? [{ ...word, key: judged.key }] : [];
    });
    await insertWords(transaction, words, null);
    await insertActivity(transaction, {
      ...{ action: 'sensitivePack.created', objectType: 'sensitivePack', objectId: packId },
      ...{ after: { name, words: words.length }, actorId: null, ip: null, requestId: null },
    });
    return true;
  });
}
