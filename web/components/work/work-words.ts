import type { StepKind } from '@lectern/contract/features/job.ts';
import { causeIn } from '@lectern/contract/features/job-cause.ts';
import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { currentLanguageNames } from '../resource/list/current-language-names.ts';

/** Why it did not come off, for the reader. */
export function causeOf(work: Pick<WorkRow, 'cause' | 'causeCode'>): string | null {
  const { texts, language } = dictionary.get();
  return causeIn(language, work, texts?.work.causes);
}

/** A language as people call it; one that is not in our list as it is written. */
export function languageName(code: string): string {
  return currentLanguageNames()[code] ?? code;
}

/** Options in words, such as “Language English · Every page”. Empty: the usual ones. */
export function optionWords(kind: StepKind, options: WorkRow['options'], { work }: Texts): string {
  const { options: words } = work;
  const say = (name: string, value: string | number | boolean): string => {
    switch (name) {
      case 'language':
        return `${words.language} ${value === 'auto' ? words.auto : languageName(String(value))}`;
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

/** How a part of Lectern's own puts an engine to work, such as “lectern-text 1”, and the bare count in “PP-OCR v4, 1”. */
const inner = /^(?:lectern-\S+ )?\d+$/;
/** What a distribution adds to a version, such as “-0+deb12u1”. */
const packaging = /(\d)-\d\S*/g;
const version = / \d+(?:\.\d+)+/g;

/** An engine with its version as people say it; what tells our own results apart stays in exports and logs. */
export function engineWords(engine: string): string {
  const said = engine.split(', ').filter((part) => !inner.test(part));
  return said.length === 0 ? engine : said.join(', ').replaceAll(packaging, '$1');
}

/** The engine alone, where many stand below each other. */
export function engineName(engine: string): string {
  return engineWords(engine).replaceAll(version, '');
}
