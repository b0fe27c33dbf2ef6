import { openApi } from './api-process.ts';
import { readConfig } from './platform/config/config.ts';
import { createLogger } from './platform/logger.ts';
import { announceReady, onStop } from './platform/supervisor/child-lifecycle.ts';
import { startProcess } from './platform/supervisor/start-process.ts';

await startProcess(async () => {
  const config = readConfig(process.env);
  const api = await openApi(config, createLogger(config, 'api'));
  onStop(() => api.close());
  announceReady({ address: api.address, port: api.port, firstSignIn: api.firstSignIn });
});
