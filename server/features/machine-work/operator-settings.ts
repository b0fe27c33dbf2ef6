import type { SpeechSettings } from '../../engines/speech/port.ts';
import type { EngineConfig } from '../../platform/config/engine-settings.ts';
import type { Step } from './step.ts';
export type ChooseSteps = (known: readonly Step[]) => readonly Step[];

export function speechSettings({ models, server }: EngineConfig['speech']): SpeechSettings {
  return { models, ...(server && { endpoint: server }) };
}

/** How many of a step run at once and for how long, as far as the operator has set it. */
export function asOperatorSays(step: Step, { atOnce, minutes }: EngineConfig): Step {
  const { [step.kind]: concurrency = step.concurrency } = atOnce;
  const { [step.kind]: most } = minutes;
  return { ...step, concurrency, limitSeconds: most === undefined ? step.limitSeconds : most * 60 };
}
