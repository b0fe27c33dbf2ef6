import { pino } from 'pino';
import { openApi } from '../../server/api-process.ts';
import { readConfig } from '../../server/platform/config/config.ts';

/** The product's own api process, with its log thrown away. */
const api = await openApi(readConfig({ ...process.env, PORT: '0' }), pino({ level: 'warn' }));
process.send?.({ address: api.address });
process.on('disconnect', () => process.exit(0));
