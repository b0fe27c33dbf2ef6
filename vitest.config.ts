import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Much of a test's time is waiting: for a database, a queue, a process that was killed.
    maxWorkers: 4,
    // Named at the end of the run, so that nobody has to find out which test hangs on luck.
    reporters: ['default', './scripts/commands/second-tries-reporter.mjs'],
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          // What one file has loaded the next one finds there: a third less of the processor. Whatever a test changes
          // beyond its own app and database, it puts back.
          isolate: false,
          // Fewer collections of short-lived objects: a twentieth of the processor.
          execArgv: ['--max-semi-space-size=64'],
          include: ['{contract,server,scripts,examples,web/build}/**/*.test.ts'],
          globalSetup: ['server/testing/postgres-global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          retry: 1,
        },
      },
      {
        plugins: [react()],
        resolve: {
          alias: {
            // The development one records a stack for each element: a sixth of the time of a test.
            'react/jsx-dev-runtime': path.join(import.meta.dirname, 'web/lib/testing/jsx-dev-runtime.mjs'),
          },
        },
        test: {
          name: 'web',
          environment: 'happy-dom',
          // One window per worker, and a context of its own for each file: half the time of a window per file.
          pool: 'vmThreads',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/build/**'],
          testTimeout: 60_000,
          retry: 1,
        },
      },
    ],
  },
});
