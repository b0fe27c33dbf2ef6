import { parseArgs } from 'node:util';

export type Settings = { portalUrl: URL; key: string; port: number; host: string };

const help = `The example site reads a Lectern portal with an API key. Create the key in Lectern under System > API keys.

  PORTAL_KEY=lk_… npm run example:portal
  npm run example:portal -- --url https://lectern.example.edu --key lk_… --port 4310

  PORTAL_URL  --url   address of Lectern (http://127.0.0.1:8080)
  PORTAL_KEY  --key   API key; use the environment to hide it from other users of this machine
  PORT        --port  port of this site (4310; 0 picks a free port)
  HOST        --host  address to listen on (127.0.0.1)`;

/** Command-line options override environment variables. Fails with the help text when a setting is missing. */
export function readSettings(args: readonly string[], env: Record<string, string | undefined>): Settings {
  const options = { url: text, key: text, port: text, host: text };
  const { values } = parseArgs({ args: [...args], options, strict: true });
  const key = values.key ?? env.PORTAL_KEY ?? '';
  const portal = values.url ?? env.PORTAL_URL ?? 'http://127.0.0.1:8080';
  const port = Number(values.port ?? env.PORT ?? 4310);
  if (!key) throw new Error(`PORTAL_KEY is missing.\n\n${help}`);
  if (!URL.canParse(portal) || !/^https?:$/.test(new URL(portal).protocol)) {
    throw new Error(`PORTAL_URL "${portal}" isn’t a valid address.\n\n${help}`);
  }
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be a number from 0 to 65535.\n\n${help}`);
  return { portalUrl: new URL(portal), key, port, host: values.host ?? env.HOST ?? '127.0.0.1' };
}

const text = { type: 'string' } as const;
