import { isMailAddress, plainLine } from '@lectern/contract/features/mail-text.ts';
import { z } from 'zod';
import { engineSettingSchemas } from './engine-settings.ts';
import { languageModelSettingSchemas } from './language-model-settings.ts';
import { signOnSettingSchemas } from './sign-on-settings.ts';

/** The mail server. Its address can only be set in the environment, so nobody who uses the product can change it. */
const mailSettingSchemas = {
  SMTP_URL: z
    .string()
    .refine(
      (value) => /^smtps?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== '',
      'must be an address such as smtp://user:password@mail.example.edu:587',
    )
    .optional()
    .describe(
      'Mail server: `smtp://` (STARTTLS if the server offers it; add `?requireTLS=true` to require it) or `smtps://`, with user and password if needed. Default: no email is sent, and messages stay queued.',
    ),
  MAIL_FROM: z
    .string()
    .refine((value) => addressOf(value) !== undefined, 'must be an address such as Lectern <lectern@example.edu>')
    .optional()
    .describe(
      'Mail server: sender, such as `Lectern <lectern@example.edu>`. Required with SMTP_URL. Links in emails point to PUBLIC_ORIGIN.',
    ),
} as const;

type MailAddress = { name: string; address: string };
export type MailConfig = {
  host: string;
  port: number;
  /** True for TLS from the first byte, false for STARTTLS or plain. */
  secure: boolean;
  requireTls: boolean;
  user?: string;
  password?: string;
  from: MailAddress;
};

type Settings = z.output<z.ZodObject<typeof mailSettingSchemas>>;

export function mailOf({ SMTP_URL, MAIL_FROM }: Settings): MailConfig | undefined {
  const from = MAIL_FROM === undefined ? undefined : addressOf(MAIL_FROM);
  if (!SMTP_URL || !from) return undefined;
  const url = new URL(SMTP_URL);
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTls: url.searchParams.get('requireTLS') === 'true',
    ...(url.username && { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }),
    from,
  };
}

/** Checks settings that are only valid together. */
export function mailProblems(given: Readonly<Record<string, unknown>>): string[] {
  return given.SMTP_URL && !given.MAIL_FROM ? ['MAIL_FROM: needed with SMTP_URL'] : [];
}

function addressOf(text: string): MailAddress | undefined {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? text).trim();
  return isMailAddress(address) ? { name: plainLine(name.replaceAll('"', '')), address } : undefined;
}

/**
 * The hosts webhooks may call. Administrators enter webhook URLs in the product, so the operator limits the hosts and
 * nobody can point the server at a machine of their choice.
 */
const webhookSettingSchemas = {
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
      'Webhooks: comma-separated host:port of the sites that may be called. For a host in a private network, list its address as well.',
    ),
} as const;

/** Accepts host names, IPv4 addresses, and IPv6 addresses in brackets. */
function isHostAndPort(value: string): boolean {
  const parts = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/.exec(value);
  return parts !== null && Number(parts[2]) > 0 && Number(parts[2]) < 65_536;
}

/**
 * Every setting an operator can make. All are optional, with defaults for a first start on one machine; `explain` is
 * shown in the README and next to problems.
 */
const origin = z
  .string()
  .refine(
    (value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value,
    'must be scheme, host and port only, such as https://lectern.example.edu',
  );

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

export const settingSchemas = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Port to listen on. 0 picks a free port.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on. Use 0.0.0.0 for all interfaces.'),
  LECTERN_DATA_DIR: z.string().min(1).default('./data').describe('Directory for the database, files and secrets.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe('Your own PostgreSQL, version 15 or later. Default: the embedded one.'),
  LECTERN_ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(200)
    .optional()
    .describe('Password of the first super administrator (`admin`). Default: generated and printed.'),
  LECTERN_SEALING_KEY: z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes in base64, as "openssl rand -base64 32" prints them')
    .optional()
    .describe(
      'Key that encrypts stored secrets such as second factors: 32 bytes in base64, the same on every machine. Default: generated in the data directory.',
    ),
  PUBLIC_ORIGIN: origin
    .optional()
    .describe('Address users open, if it differs from HOST and PORT, such as https://lectern.example.edu.'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone name such as Europe/Berlin or Asia/Shanghai')
    .default(Intl.DateTimeFormat().resolvedOptions().timeZone)
    .describe('Time zone for days, hours, schedules and display. Default: the machine’s.'),
  LECTERN_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info').describe('Log level.'),
  LECTERN_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .describe(
      'Comma-separated addresses or networks of proxies whose X-Forwarded-For header is trusted. Default: none.',
    ),
  LECTERN_POSTGRES_RUN_AS: z
    .enum(['auto', 'self', 'namespace', 'setpriv'])
    .default('auto')
    .describe('How the embedded PostgreSQL drops root: with a user namespace or with setpriv. `auto` tries both.'),
  LECTERN_SUPERVISED: z
    .enum(['embedded', 'external'])
    .optional()
    .describe('Set by npm start for its own processes. Not for operators.'),
  STORAGE: z
    .enum(['disk', 's3'])
    .default('disk')
    .describe('Where files are stored: on disk in the data directory, or in an S3-compatible bucket.'),
  S3_ENDPOINT: origin
    .optional()
    .describe('S3: address of the store, such as https://s3.example.edu. The bucket goes in the path.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe('S3: bucket name. The bucket must exist and be used for nothing else.'),
  S3_ACCESS_KEY: z.string().min(1).optional().describe('S3: access key.'),
  S3_SECRET_KEY: z.string().min(1).optional().describe('S3: secret key.'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('S3: region used to sign requests.'),
  ...engineSettingSchemas,
  ...languageModelSettingSchemas,
  ...mailSettingSchemas,
  ...webhookSettingSchemas,
  WECOM_CORP_ID: z
    .string()
    .min(1)
    .optional()
    .describe('WeCom: company ID. The login frame appears once company ID, application ID and secret are set.'),
  WECOM_AGENT_ID: z.string().min(1).optional().describe('WeCom: application ID.'),
  WECOM_SECRET: z.string().min(1).optional().describe('WeCom: application secret.'),
  WECOM_API_ORIGIN: origin.default('https://qyapi.weixin.qq.com').describe('WeCom: API address.'),
  WECOM_LOGIN_ORIGIN: origin.default('https://login.work.weixin.qq.com').describe('WeCom: address of the login frame.'),
  ...signOnSettingSchemas,
} as const;
