import { type StepKind, stepKinds } from '@lectern/contract/features/job.ts';
import { connected, HeldNames } from '../held-names.ts';

/** `queued`: a worker is about to take it. `running`: its engine is at work. `saving`: all is written, nothing committed. */
export const phases = ['queued', 'running', 'saving'] as const;
export type Phase = (typeof phases)[number];

const lockSpace = 7332;
const patienceMs = 300_000;

/** Name of a file whose step should be held. */
export function heldName(kind: StepKind, phase: Phase, tag: string): string {
  return `hold-${kind}-${phase}-${tag}`;
}

/**
 * Holds processing steps at a point, using locks in the product's database, so that a part can be killed exactly
 * there.
 */
export class StepHolds {
  readonly #databaseUrl: string;
  readonly #held = new HeldNames(stepKinds, lockSpace);

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  static async install(databaseUrl: string): Promise<void> {
    const client = await connected(databaseUrl);
    const held = new HeldNames(stepKinds, lockSpace);
    const kinds = stepKinds.map((kind) => `'${kind}'`).join(', ');
    await client.query(`create function fault_hold_step() returns trigger language plpgsql as $$
      declare file_name text := (select resources.file_name from resources where id = new.resource_id);
      begin
        if (new.state = 'running' and file_name like 'hold-' || new.kind || '-queued-%')
          or (new.state = 'done' and file_name like 'hold-' || new.kind || '-saving-%') then
          ${held.lockCall(`array_position(array[${kinds}], new.kind) - 1`)};
        end if;
        return new;
      end $$`);
    await client.query(`create trigger fault_step before update on jobs for each row
      when (new.version_id is not null and old.state <> new.state) execute function fault_hold_step()`);
    await client.end();
  }

  hold(): Promise<void> {
    return this.#held.hold(this.#databaseUrl);
  }

  /** Waits until a step of this kind is blocked there. */
  reached(kind: StepKind): Promise<void> {
    return this.#held.reached(kind, patienceMs);
  }

  release(): Promise<void> {
    return this.#held.release();
  }
}
