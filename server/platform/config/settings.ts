import { z } from 'zod';
import { engineSettingSchemas } from './engine-settings.ts';
import { languageModelSettingSchemas } from './language-model-settings.ts';
import { mailSettingSchemas } from './mail-settings.ts';
import { signOnSettingSchemas } from './sign-on-settings.ts';
import { webhookSettingSchemas } from './webhook-settings.ts';

/**
 * Every setting the operator may give, in one place. All are optional: the fallback is what a first start
 * on one machine needs. `explain` is what an operator reads in the README and beside a problem.
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
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .describe('Port of the web address; 0 takes any free port.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all.'),
  LECTERN_DATA_DIR: z.string().min(1).default('./data').describe('Where database, files and secrets are kept.'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional()
    .describe('A PostgreSQL 15 or newer of your own; absent: the embedded one.'),
  LECTERN_ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(200)
    .optional()
    .describe('Password of the first super administrator, admin; absent: generated and printed.'),
  LECTERN_SEALING_KEY: z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes in base64, as "openssl rand -base64 32" prints them')
    .optional()
    .describe(
      'Key for stored secrets such as second factors: 32 bytes in base64, the same on every machine; absent: generated in the data directory.',
    ),
  PUBLIC_ORIGIN: origin
    .optional()
    .describe('Address that browsers use when it differs from HOST and PORT, such as https://lectern.example.edu.'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone name such as Europe/Berlin or Asia/Shanghai')
    .default(Intl.DateTimeFormat().resolvedOptions().timeZone)
    .describe('For day and hour boundaries, schedules and display; absent: the machine’s.'),
  LECTERN_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error'])
    .default('info')
    .describe('How much is logged.'),
  LECTERN_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .describe('Addresses or networks of proxies whose X-Forwarded-For is believed, separated by commas; absent: none.'),
  LECTERN_POSTGRES_RUN_AS: z
    .enum(['auto', 'self', 'namespace', 'setpriv'])
    .default('auto')
    .describe('How the embedded PostgreSQL gives up root: by user namespace or by setpriv; auto tries both.'),
  LECTERN_SUPERVISED: z
    .enum(['embedded', 'external'])
    .optional()
    .describe('Set by npm start for its own processes, with the kind of database; not for operators.'),
  STORAGE: z
    .enum(['disk', 's3'])
    .default('disk')
    .describe('Where files are kept: on the disk below the data directory, or in a bucket of an S3-compatible store.'),
  S3_ENDPOINT: origin
    .optional()
    .describe('S3: address of the store, such as https://s3.example.edu; the bucket is named in the path.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe('S3: the bucket, which must exist and hold nothing else.'),
  S3_ACCESS_KEY: z.string().min(1).optional().describe('S3: access key.'),
  S3_SECRET_KEY: z.string().min(1).optional().describe('S3: secret key.'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('S3: region that requests are signed for.'),
  ...engineSettingSchemas,
  ...languageModelSettingSchemas,
  ...mailSettingSchemas,
  ...webhookSettingSchemas,
  WECOM_CORP_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Messaging vendor: company id. Its sign-in frame shows only when company id, application id and secret are given.',
    ),
  WECOM_AGENT_ID: z.string().min(1).optional().describe('Messaging vendor: application id.'),
  WECOM_SECRET: z.string().min(1).optional().describe('Messaging vendor: application secret.'),
  WECOM_API_ORIGIN: origin.default('https://qyapi.weixin.qq.com').describe('Messaging vendor: address of its API.'),
  WECOM_LOGIN_ORIGIN: origin
    .default('https://login.work.weixin.qq.com')
    .describe('Messaging vendor: address of its sign-in frame.'),
  ...signOnSettingSchemas,
} as const;
