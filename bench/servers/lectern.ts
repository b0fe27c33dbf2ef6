import { pino } from 'pino';
import { openApi } from '../../server/api-process.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import { answerFigures } from './answer-figures.ts';

/** The product's api in a process of its own, logging only warnings and errors. */
answerFigures();
const api = await openApi(readConfig({ ...process.env, PORT: '0' }), pino({ level: 'warn' }));
process.send?.({ address: api.address });
process.on('disconnect', () => process.exit(0));
