import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { type Cell, csvLine } from '../../../platform/list/csv.ts';
import { xlsxStream } from '../../../platform/list/xlsx.ts';

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** A table that is small enough to be there as a whole, as a file. */
export function sendTable(
  reply: FastifyReply,
  { name, format, rows }: { name: string; format: 'csv' | 'xlsx'; rows: readonly Cell[][] },
): FastifyReply {
  reply.headers({ 'content-type': contentTypes[format], 'content-disposition': `attachment; filename="${name}"` });
  // The mark tells spreadsheet programs that this is UTF-8.
  if (format === 'csv') return reply.send(`\ufeff${rows.map(csvLine).join('')}`);
  const { rows: sheet, file } = xlsxStream();
  const answer = file as Readable;
  pipeline(Readable.from(rows), sheet).catch((error: Error) => answer.destroy(error));
  return reply.send(answer);
}
