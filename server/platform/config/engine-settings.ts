import { stepKinds } from '@lectern/contract/features/job.ts';
import { z } from 'zod';

/** Parses `zh=/models/a.bin, fr=/models/b.bin` into a record; anything else is reported with `problem`. */
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

/** The operator's choice of engines; without any, the bundled ones are used. */
export const engineSettingSchemas = {
  LECTERN_SPEECH_MODELS: pairs(
    language,
    /^\/.+/,
    'must list models by language, such as zh=/models/ggml-small.bin,fr=/models/sherpa-fr',
  ).describe(
    'Speech: your own models by language, such as `zh=/models/ggml-small.bin`. A file is a whisper.cpp model, a folder a sherpa-onnx model. English is bundled.',
  ),
  LECTERN_SPEECH_SERVER: z
    .string()
    .refine(
      (value) => /^https?:/.test(value) && URL.canParse(value),
      'must be an address such as http://127.0.0.1:8000',
    )
    .optional()
    .describe(
      'Speech: your own server with an OpenAI-compatible `/v1/audio/transcriptions`. Recordings are sent to it.',
    ),
  LECTERN_SPEECH_SERVER_KEY: z.string().min(1).optional().describe('Speech server: API key.'),
  LECTERN_SPEECH_SERVER_MODEL: z.string().min(1).default('whisper-1').describe('Speech server: model name.'),
  LECTERN_SPEECH_SERVER_LANGUAGES: z
    .string()
    .regex(/^[a-z]{2,3}(?:\s*,\s*[a-z]{2,3})*$/, 'must be a list of languages, such as zh,fr')
    .transform((list) => list.split(',').map((item) => item.trim()))
    .optional()
    .describe('Speech server: languages to use it for, such as `zh,fr`. Default: all.'),
  LECTERN_OCR_DETECTOR: modelFile.describe('OCR: your own PP-OCR detector (ONNX). Default: the bundled one.'),
  LECTERN_OCR_RECOGNISER: modelFile.describe('OCR: your own PP-OCR recogniser (ONNX), with its keys.'),
  LECTERN_OCR_KEYS: modelFile.describe('OCR: the characters the recogniser knows, one per line.'),
  LECTERN_WITHOUT_SANDBOX: z
    .enum(['refuse', 'run'])
    .default('refuse')
    .describe(
      'Engines open uploaded files in a sandbox (Landlock, plus bubblewrap where it works). On a machine with neither, `refuse` leaves files unprocessed. `run` opens them anyway: a malicious file can then read and change anything Lectern can.',
    ),
  LECTERN_WORK_AT_ONCE: pairs(
    aStep,
    /^(?:[1-9]|[1-5]\d|6[0-4])$/,
    'must list jobs with a number from 1 to 64, such as ocr=2,asr=2',
  ).describe(
    'Processing: jobs of each kind that one worker runs in parallel, such as `ocr=2,asr=2`. Default: 1, and 2 for inspect.',
  ),
  LECTERN_WORK_MINUTES: pairs(
    aStep,
    /^[1-9]\d{0,3}$/,
    'must be a list of minutes by job, such as convert=120,asr=600',
  ).describe('Processing: time limit of a job in minutes, such as `asr=600`. Default: 720, and 10 for inspect.'),
} as const;

export type EngineConfig = {
  speech: {
    /** Model files or folders by language. */
    models: Readonly<Record<string, string>>;
    server: { baseUrl: string; model: string; key?: string; languages?: readonly string[] } | undefined;
  };
  ocrModels: { detector?: string; recogniser?: string; keys?: string };
  /** What to do on a machine without a sandbox. */
  withoutSandbox: 'refuse' | 'run';
  /** By step kind. */
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

/** Checks settings that are only valid together. */
export function engineProblems(given: Readonly<Record<string, unknown>>): string[] {
  const { LECTERN_OCR_RECOGNISER: recogniser, LECTERN_OCR_KEYS: keys } = given;
  return Boolean(recogniser) === Boolean(keys) ? [] : ['LECTERN_OCR_RECOGNISER, LECTERN_OCR_KEYS: set both or neither'];
}

function numbers(given: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]));
}
