import { type Language, locales, type Words } from '@lectern/contract/language.ts';
import { currentLanguage } from './language.ts';

const colon: Words = { en: ': ', zh: '：' };
const comma: Words = { en: ', ', zh: '，' };
const semicolon: Words = { en: '; ', zh: '；' };
const fullStop: Words = { en: '. ', zh: '。' };

const lists = new Map<Language, Intl.ListFormat>();

/** Such as “Anna, Ben, Chen”, in the language on screen. */
export function joinNames(names: Iterable<string>): string {
  const language = currentLanguage();
  let list = lists.get(language);
  if (!list) {
    list = new Intl.ListFormat(locales[language], { type: 'conjunction', style: 'narrow' });
    lists.set(language, list);
  }
  return list.format(names);
}

/** Such as “Audience: Everyone”. */
export function labelled(label: string, text: string | number): string {
  return `${label}${colon[currentLanguage()]}${text}`;
}

/** Such as “Li Wei (li.wei)”. */
export function withNote(text: string, note: string): string {
  return currentLanguage() === 'zh' ? `${text}（${note}）` : `${text} (${note})`;
}

/** Such as “Owner, 3 courses”. */
export function joinClauses(...clauses: readonly string[]): string {
  return clauses.join(comma[currentLanguage()]);
}

/** Follows text that stands before it on the page, such as “, hidden”. */
export function continued(text: string): string {
  return `${comma[currentLanguage()]}${text}`;
}

/** Parts that may hold lists of their own. */
export function joinParts(parts: readonly string[]): string {
  return parts.join(semicolon[currentLanguage()]);
}

/** Sentences that bring their own full stops: a Chinese one takes no space after it. */
export function joinFullSentences(...sentences: readonly (string | false | null | undefined)[]): string {
  return sentences.filter(Boolean).join(sentenceGap());
}

/** Between two texts of which the first brings its own full stop or colon. */
export function sentenceGap(): string {
  return currentLanguage() === 'zh' ? '' : ' ';
}

/** Sentences of which only the last may bring its own full stop. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences.join(fullStop[currentLanguage()]);
}

/** Such as “Automatic · Version 2”; a line breaks between facts, never within one. */
export function joinFacts(facts: readonly (string | false | null | undefined)[]): string {
  return facts
    .filter((fact): fact is string => Boolean(fact))
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join(' ·\u00a0');
}
