import { stepKinds } from '@lectern/contract/features/job.ts';
import { z } from 'zod';

/** `zh=/models/a.bin, fr=/models/b.bin` → a record; what is no such list says so. */
function pairs(name: RegExp, value: RegExp, problem: string) {
  return z
    .string()
    .default('')
    .transform((list, context) => {
      const items = list.split(',').flatMap((item) => (item.trim() ? [item.trim()] : []));
      const found = items.map((item) => {
        const at = item.indexOf('=');
        return [item.slice(0, at).trim(), item.slice(at + 1).trim()] as const;
      });
      if (found.some(([left, right]) => !name.test(left) || !value.test(right))) {
        context.addIssue({ code: 'custom', message: problem });
        return z.NEVER;
      }
      return Object.fromEntries(found);
    });
}

const aStep = new RegExp(`^(?:${stepKinds.join('|')})$`);
const language = /^[a-z]{2,3}$/;
const modelFile = z.string().startsWith('/', 'must be an absolute path').optional();

/** What the operator may choose of the engines; without any of it the bundled ones do the work. */
export const engineSettingSchemas = {
  LECTERN_SPEECH_MODELS: pairs(
    language,
    /^\/.+/,
    'must be such as zh=/models/ggml-small.bin,fr=/models/sherpa-fr',
  ).describe(
    'Speech: models of your own by language, such as `zh=/models/ggml-small.bin`; a file is one of whisper.cpp, a folder one of sherpa-onnx. English is bundled.',
  ),
  LECTERN_SPEECH_SERVER: z
    .string()
    .refine(
      (value) => /^https?:/.test(value) && URL.canParse(value),
      'must be an address such as http://127.0.0.1:8000',
    )
    .optional()
    .describe(
      'Speech: a server of yours with `/v1/audio/transcriptions`, as OpenAI has it; recordings are sent there.',
    ),
  LECTERN_SPEECH_SERVER_KEY: z.string().min(1).optional().describe('Speech server: its key.'),
  LECTERN_SPEECH_SERVER_MODEL: z
    .string()
    .min(1)
    .default('whisper-1')
    .describe('Speech server: the model it is asked for.'),
  LECTERN_SPEECH_SERVER_LANGUAGES: z
    .string()
    .regex(/^[a-z]{2,3}(?:\s*,\s*[a-z]{2,3})*$/, 'must be such as zh,fr')
    .transform((list) => list.split(',').map((item) => item.trim()))
    .optional()
    .describe('Speech server: the languages that it is used for, such as `zh,fr`; absent: all.'),
  LECTERN_OCR_DETECTOR: modelFile.describe(
    'Text recognition: a PP-OCR detector of your own (ONNX); absent: the bundled one.',
  ),
  LECTERN_OCR_RECOGNISER: modelFile.describe(
    'Text recognition: a PP-OCR recogniser of your own (ONNX), with its keys.',
  ),
  LECTERN_OCR_KEYS: modelFile.describe('Text recognition: the characters that the recogniser knows, one a line.'),
  LECTERN_WITHOUT_SANDBOX: z
    .enum(['refuse', 'run'])
    .default('refuse')
    .describe(
      'Engines open uploaded files in a sandbox (Landlock, with bubblewrap where it works). On a machine that has neither, `refuse` leaves files unread; `run` opens them anyway, and a malicious file can then read and change whatever Lectern can.',
    ),
  LECTERN_WORK_AT_ONCE: pairs(
    aStep,
    /^(?:[1-9]|[1-5]\d|6[0-4])$/,
    'must be such as ocr=2,asr=2, each from 1 to 64',
  ).describe(
    'Machine work: how many of a kind one worker does at the same time, such as `ocr=2,asr=2`; absent: 1 each, 2 of inspect.',
  ),
  LECTERN_WORK_MINUTES: pairs(aStep, /^[1-9]\d{0,3}$/, 'must be such as convert=120,asr=600').describe(
    'Machine work: minutes after which a step is stopped, such as `asr=600`; absent: 720, and 10 of inspect.',
  ),
} as const;

export type EngineConfig = {
  speech: {
    /** Files or folders, by language. */
    models: Readonly<Record<string, string>>;
    server: { baseUrl: string; model: string; key?: string; languages?: readonly string[] } | undefined;
  };
  ocrModels: { detector?: string; recogniser?: string; keys?: string };
  /** What happens on a machine that offers no sandbox. */
  withoutSandbox: 'refuse' | 'run';
  /** By the kind of step. */
  atOnce: Readonly<Record<string, number>>;
  minutes: Readonly<Record<string, number>>;
};

type Settings = z.output<z.ZodObject<typeof engineSettingSchemas>>;

export function enginesOf(value: Settings): EngineConfig {
  const { LECTERN_SPEECH_SERVER: baseUrl, LECTERN_SPEECH_SERVER_KEY: key } = value;
  const { LECTERN_SPEECH_SERVER_MODEL: model, LECTERN_SPEECH_SERVER_LANGUAGES: languages } = value;
  const { LECTERN_OCR_DETECTOR: detector, LECTERN_OCR_RECOGNISER: recogniser, LECTERN_OCR_KEYS: keys } = value;
  return {
    speech: {
      models: value.LECTERN_SPEECH_MODELS,
      server: baseUrl ? { baseUrl, model, ...(key && { key }), ...(languages && { languages }) } : undefined,
    },
    ocrModels: { ...(detector && { detector }), ...(recogniser && { recogniser }), ...(keys && { keys }) },
    withoutSandbox: value.LECTERN_WITHOUT_SANDBOX,
    atOnce: numbers(value.LECTERN_WORK_AT_ONCE),
    minutes: numbers(value.LECTERN_WORK_MINUTES),
  };
}

/** Settings that make sense together only. */
export function engineProblems(given: Readonly<Record<string, unknown>>): string[] {
  const { LECTERN_OCR_RECOGNISER: recogniser, LECTERN_OCR_KEYS: keys } = given;
  return Boolean(recogniser) === Boolean(keys)
    ? []
    : ['LECTERN_OCR_RECOGNISER, LECTERN_OCR_KEYS: each needs the other, for they must fit'];
}

function numbers(given: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]));
}
