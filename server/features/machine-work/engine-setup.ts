import { engineMissing } from '@lectern/contract/features/job-cause.ts';
import { type EngineState, probeEngine } from '../../engines/probe/probe-engines.ts';
import type { SpeechSettings } from '../../engines/speech/port.ts';
import type { EngineConfig } from '../../platform/config/engine-settings.ts';
import { JobSkipped } from '../../platform/queue/job-endings.ts';
import type { Step } from './step.ts';

export type ChooseSteps = (known: readonly Step[]) => readonly Step[];

export function speechSettings({ models, server }: EngineConfig['speech']): SpeechSettings {
  return { models, ...(server && { endpoint: server }) };
}

/** Applies the operator's concurrency and time limit to a step. */
export function asOperatorSays(step: Step, { atOnce, minutes }: EngineConfig): Step {
  const { [step.kind]: concurrency = step.concurrency } = atOnce;
  const { [step.kind]: most } = minutes;
  return { ...step, concurrency, limitSeconds: most === undefined ? step.limitSeconds : most * 60 };
}

type Probe = (name: string) => Promise<EngineState>;

/** Finds the programs that steps need. If one is missing, the job is skipped with the command that installs it. */
export class EngineNames {
  readonly #probe: Probe;
  readonly #found = new Map<string, string>();

  constructor(probe: Probe = probeEngine) {
    this.#probe = probe;
  }

  /** A missing program is probed again each time, so installing it needs no restart. */
  async require(name: string): Promise<string> {
    const known = this.#found.get(name);
    if (known) return known;
    const { found, version, install } = await this.#probe(name);
    if (!found) throw new JobSkipped(engineMissing(name, install ?? ''), 'engineMissing');
    const label = `${name} ${version}`;
    this.#found.set(name, label);
    return label;
  }
}
