import { execFile } from 'node:child_process';
import { EngineMissing } from '../engine-failure.ts';
import { describeOcr } from '../ocr/ocr-models.ts';
import type { OcrModels } from '../ocr/port.ts';
import { runSandboxed } from '../sandbox/run-sandboxed.ts';
import { describeSpeech } from '../speech/create-speech-engine.ts';
import type { SpeechSettings } from '../speech/port.ts';
import { type EngineEntry, engineCatalogue, installCommand } from './engine-catalogue.ts';

export type EngineState = {
  name: string;
  found: boolean;
  version: string | null;
  install: string | null;
  /** Debian packages to install if it is missing. */
  packages: readonly string[];
};

type ProbeOptions = { searchPath?: string | undefined; limitMs?: number; chosen?: ChosenEngines };

const usualLimitMs = 10_000;

/** Checks all engines in parallel, each in its own process. */
export async function probeEngines(options: ProbeOptions = {}): Promise<EngineState[]> {
  const programs = engineCatalogue.map((engine) => probe(engine, options));
  return Promise.all([...programs, ...bundledEngines(options.chosen).map(probeBundled)]);
}

export async function probeEngine(name: string, options: ProbeOptions = {}): Promise<EngineState> {
  const engine = engineCatalogue.find((entry) => entry.name === name);
  if (!engine) throw new Error(`There is no engine ${name}`);
  return probe(engine, options);
}

async function probe(engine: EngineEntry, options: ProbeOptions): Promise<EngineState> {
  const version = engine.answer.exec(await answerOf(engine, options))?.[1]?.trim() ?? null;
  const { name, packages } = engine;
  return {
    name,
    found: version !== null,
    version,
    install: version === null ? installCommand(packages) : null,
    packages: version === null ? packages : [],
  };
}

/** Only the output counts: some programs print their version to stderr or exit with a non-zero code. */
function answerOf(engine: EngineEntry, { searchPath, limitMs }: ProbeOptions): Promise<string> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...(searchPath !== undefined && { PATH: searchPath }), LC_ALL: 'C' };
    execFile(
      engine.command,
      [...engine.arguments],
      { env, timeout: limitMs ?? usualLimitMs, killSignal: 'SIGKILL', maxBuffer: 1024 * 1024, windowsHide: true },
      (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`.trimStart()),
    );
  });
}

/** An engine from our npm packages: there is no program to run, but its files may be damaged or missing. */
type BundledEngine = { name: string; version(): Promise<string> };

/** The operator's replacements for bundled engines and models. */
type ChosenEngines = { speech?: SpeechSettings; ocrModels?: Partial<OcrModels> };

export const bundledEngines = ({ speech = {}, ocrModels = {} }: ChosenEngines = {}): readonly BundledEngine[] => [
  {
    name: 'Speech recognition',
    version: () => describeSpeech(runSandboxed, speech),
  },
  {
    name: 'Text recognition',
    async version() {
      const { name, version } = describeOcr(ocrModels);
      return `${name} ${version}`;
    },
  },
];

export async function probeBundled({ name, version }: BundledEngine) {
  try {
    return { name, found: true, version: await version(), install: null, packages: [] };
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    return { name, found: false, version: null, install: error.install, packages: [] };
  }
}
