import type { StepKind } from '@lectern/contract/features/job.ts';
import { causeIn } from '@lectern/contract/features/job-cause.ts';
import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { currentLanguageNames } from '../resource/list/current-language-names.ts';

/** Why a job failed or was skipped, in the user's language. */
export function causeOf(work: Pick<WorkRow, 'cause' | 'causeCode'>): string | null {
  const { texts, language } = dictionary.get();
  return causeIn(language, work, texts?.work.causes);
}

/** Name of a language; the code itself if we don't know the language. */
export function languageName(code: string): string {
  return currentLanguageNames()[code] ?? code;
}

/** Options in words, such as “Language: English · Read all pages: yes”; empty for the defaults. */
export function optionWords(kind: StepKind, options: WorkRow['options'], { work }: Texts): string {
  const { options: words } = work;
  const say = (name: string, value: string | number | boolean): string => {
    switch (name) {
      case 'language':
        return labelled(words.language, value === 'auto' ? words.auto : languageName(String(value)));
      case 'rotate':
        return value === 0 ? words.upright : fillText(words.degrees, { value: Number(value) });
      case 'allPages':
        return labelled(words.allPages, value ? words.on : words.off);
      case 'encode':
        return labelled(words.encode, value ? words.on : words.off);
      default:
        return labelled(name, String(value));
    }
  };
  return kind === 'inspect'
    ? ''
    : Object.entries(options)
        .map(([name, value]) => say(name, value))
        .join(' · ');
}

/** Our own revision of an engine's result, such as “lectern-text 1”, or the bare number in “PP-OCR v4, 1”. */
const inner = /^(?:lectern-\S+ )?\d+$/;
/** Packaging suffix of a distribution, such as “-0+deb12u1”. */
const packaging = /(\d)-\d\S*/g;
const version = / \d+(?:\.\d+)+/g;

/** Engine and version for display; our own revision numbers appear only in exports and logs. */
export function engineWords(engine: string): string {
  const said = engine.split(', ').filter((part) => !inner.test(part));
  return said.length === 0 ? engine : said.join(', ').replaceAll(packaging, '$1');
}

/** The engine without its version, for columns with many rows. */
export function engineName(engine: string): string {
  return engineWords(engine).replaceAll(version, '');
}
