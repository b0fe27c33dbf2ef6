import { createRequire } from 'node:module';
import path from 'node:path';
import koffi from 'koffi';
import { useVectorProducts } from '../server/engines/speech/vector-products.ts';

type Options = { language: string; maxThreads: number; tokenTimestamps: boolean; maxLen: number };
type Context = { transcribeFile(file: string, options: Options): { promise: Promise<{ result: string }> } };
/** The package ships its types as sources that only a different compiler accepts. */
const require = createRequire(import.meta.url);
const { initWhisper } = require('@fugood/whisper.node') as {
  initWhisper(options: { filePath: string; useGpu: boolean }): Promise<Context>;
};

/**
 * Runs the engine without Lectern's code: one file, one thread, word timestamps. It uses the same vector instructions
 * as Lectern; otherwise the benchmark would compare CPUs.
 */
const [model = '', file = ''] = process.argv.slice(2);
const library = require.resolve(`@fugood/node-whisper-${process.platform}-${process.arch}/package.json`);
useVectorProducts(koffi.load(path.join(path.dirname(library), 'index.node'), { lazy: true }));
const context = await initWhisper({ filePath: model, useGpu: false });
const { promise } = context.transcribeFile(file, {
  language: 'en',
  maxThreads: 1,
  tokenTimestamps: true,
  maxLen: 1,
});
const { result } = await promise;
const { user, system } = process.cpuUsage();
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ text: result, cpuSeconds: (user + system) / 1e6, peakBytes }));
