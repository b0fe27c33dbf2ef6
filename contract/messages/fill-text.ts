import { type Language, locales } from '../language.ts';

const pluralPlace = /\{(\w+), plural,((?: =?\w+ \{[^{}]*\})+)\}/g;
/** Also matches the spaces that separate foreign words from Chinese; they are dropped next to a Chinese value, or its punctuation. */
const placeInText = /((?<=\p{Script=Han}) )?\{(\w+)\}( (?=\p{Script=Han}))?/gu;
const startsWithHan = /^[\p{Script=Han}（“《]/u;
const endsWithHan = /[\p{Script=Han}）”》]$/u;
const pluralForm = /(=?\w+) \{([^{}]*)\}/g;

/**
 * Fills `{name}` and `{count, plural, =0 {no files} one {file} other {files}}`; placeholders without a value stay
 * visible. Counts may be formatted: “1,204”, “10,000+” and “≈ 300” use the plural form of their digits.
 */
export function fillText(
  text: string,
  values: Readonly<Record<string, string | number>>,
  language: Language = 'en',
): string {
  return text
    .replace(pluralPlace, (_, name: string, forms: string) => {
      const count = countOf(values[name]);
      const byCategory = new Map([...forms.matchAll(pluralForm)].map(([, category, form]) => [category, form]));
      const form = byCategory.get(`=${count}`) ?? byCategory.get(rulesOf(language).select(count));
      return form ?? byCategory.get('other') ?? '';
    })
    .replace(placeInText, (_, before: string | undefined, name: string, after: string | undefined) => {
      const value = String(values[name] ?? `{${name}}`);
      return `${before && !startsWithHan.test(value) ? ' ' : ''}${value}${after && !endsWithHan.test(value) ? ' ' : ''}`;
    });
}

function countOf(value: string | number | undefined): number {
  if (typeof value === 'number') return value;
  const digits = (value ?? '').replace(/[^\d.]/g, '');
  return digits === '' ? Number.NaN : Number(digits);
}

const rules = new Map<Language, Intl.PluralRules>();
function rulesOf(language: Language): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(locales[language]);
  rules.set(language, known);
  return known;
}
