import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodePath } from '../product/product.ts';

const root = path.join(import.meta.dirname, '../..');
const patienceMs = 60_000;

/** The example site, started as `npm run example:portal` does, for the product under test. */
export class ExampleSite {
  readonly address: string;
  readonly #process: ChildProcess;

  private constructor(address: string, started: ChildProcess) {
    this.address = address;
    this.#process = started;
  }

  static async start(portalUrl: string, key: string): Promise<ExampleSite> {
    const script = path.join(root, 'examples/portal/server/start.ts');
    const started = spawn(nodePath(), [script], {
      env: { ...process.env, NODE_OPTIONS: '', PORTAL_URL: portalUrl, PORTAL_KEY: key, PORT: '0', HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => void output.push(text));
    }
    for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt && started.exitCode === null; ) {
      const address = /is ready: (http\S+?)\/?\s/.exec(output.join(''))?.[1];
      if (address) return new ExampleSite(address, started);
      await sleep(50);
    }
    started.kill();
    throw new Error(`The example site did not start:\n${output.join('')}`);
  }

  stop(): void {
    this.#process.kill();
  }
}
