import { pino } from 'pino';
import { openApi } from '../../server/api-process.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { answerFigures } from './answer-figures.ts';

/** The product's api in a process of its own, logging only warnings and errors unless the benchmark sets a level. */
answerFigures();
const api = await openApi(
  readConfig({ ...process.env, PORT: '0' }),
  pino({ level: process.env.LECTERN_LOG_LEVEL ?? 'warn' }),
);
process.send?.({ address: api.address });
process.on('disconnect', () => process.exit(0));
