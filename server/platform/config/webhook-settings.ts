import { z } from 'zod';

/**
 * Where webhooks may go. Whoever administers the product enters their addresses, so the operator says which hosts there are:
 * nobody can point the server at a machine of their choice.
 */
export const webhookSettingSchemas = {
  WEBHOOK_HOSTS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine(
      (hosts) => hosts.every(isHostAndPort),
      'must be host:port, separated by commas, such as site.example.edu:443',
    )
    .describe(
      'Webhooks: host:port of the sites that may be told of publications, separated by commas; a host in a private network needs its address listed beside its name.',
    ),
} as const;

/** Names, IPv4 addresses, and IPv6 addresses in brackets. */
function isHostAndPort(value: string): boolean {
  const parts = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/.exec(value);
  return parts !== null && Number(parts[2]) > 0 && Number(parts[2]) < 65_536;
}
