import { execFile } from 'node:child_process';
import { bundledEngines, type ChosenEngines, probeBundled } from './bundled-engines.ts';
import { type EngineEntry, engineCatalogue, installCommand } from './engine-catalogue.ts';

export type EngineState = {
  name: string;
  purpose: string;
  found: boolean;
  version: string | null;
  install: string | null;
  /** Debian packages that are to be installed when it is missing. */
  packages: readonly string[];
};

export type ProbeOptions = { searchPath?: string | undefined; limitMs?: number; chosen?: ChosenEngines };

const usualLimitMs = 10_000;

/** Asks every engine for its version, each program in a process of its own, all at the same time. */
export async function probeEngines(options: ProbeOptions = {}): Promise<EngineState[]> {
  const programs = engineCatalogue.map((engine) => probe(engine, options));
  return Promise.all([...programs, ...bundledEngines(options.chosen).map(probeBundled)]);
}

/** One of the catalogue, by its name. */
export async function probeEngine(name: string, options: ProbeOptions = {}): Promise<EngineState> {
  const engine = engineCatalogue.find((entry) => entry.name === name);
  if (!engine) throw new Error(`There is no engine ${name}`);
  return probe(engine, options);
}

async function probe(engine: EngineEntry, options: ProbeOptions): Promise<EngineState> {
  const version = engine.answer.exec(await answerOf(engine, options))?.[1]?.trim() ?? null;
  const { name, purpose, packages } = engine;
  return {
    name,
    purpose,
    found: version !== null,
    version,
    install: version === null ? installCommand(packages) : null,
    packages: version === null ? packages : [],
  };
}

/** Some tell their version on the error channel, some with an exit code that is not 0: only what they say counts. */
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
