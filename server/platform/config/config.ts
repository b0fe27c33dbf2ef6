import path from 'node:path';
import { z } from 'zod';
import { type EngineConfig, engineProblems, enginesOf } from './engine-settings.ts';
import { type LanguageModelConfig, languageModelOf, languageModelProblems } from './language-model-settings.ts';
import { type MailConfig, mailOf, mailProblems, settingSchemas } from './settings.ts';
import { type SignOnConfig, signOnOf, signOnProblems } from './sign-on-settings.ts';

export class ConfigProblems extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Lectern can’t start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigProblems';
    this.problems = problems;
  }
}

export type WecomConfig = { corpId: string; agentId: string; secret: string; apiOrigin: string; loginOrigin: string };

type S3Config = { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string };

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Undefined means the embedded PostgreSQL in the data directory. */
  databaseUrl: string | undefined;
  /** True when DATABASE_URL points to Lectern's embedded PostgreSQL instead of the operator's. */
  embeddedDatabase: boolean;
  adminPassword: string | undefined;
  /** Undefined means a key generated into the data directory. */
  sealingKey: Buffer | undefined;
  publicOrigin: string | undefined;
  timeZone: string;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  trustedProxies: readonly string[];
  postgresRunAs: 'auto' | 'self' | 'namespace' | 'setpriv';
  wecom: WecomConfig | undefined;
  /** Undefined means no single sign-on. */
  signOn: SignOnConfig | undefined;
  engines: EngineConfig;
  /** Undefined means no language model is configured. */
  languageModel: LanguageModelConfig | undefined;
  /** Undefined means no mail is sent. */
  mail: MailConfig | undefined;
  /** host:port of the sites that webhooks may call. */
  webhookHosts: readonly string[];
  /** Undefined means files are stored on disk in the data directory. */
  s3: S3Config | undefined;
};

/** Unknown variables with these prefixes are reported, so that a misspelt one doesn't go unnoticed. */
const ownPrefixes = ['LECTERN_', 'WECOM_', 'OIDC_'];

/** Parses the environment once; throws one error that lists every problem. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(settingSchemas).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  );
  const parsed = z.object(settingSchemas).safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${problemOf(issue)}`);
  for (const name of Object.keys(env)) {
    if (ownPrefixes.some((prefix) => name.startsWith(prefix)) && !(name in settingSchemas)) {
      problems.push(`${name}: unknown setting. Known settings: ${Object.keys(settingSchemas).join(', ')}`);
    }
  }
  const wecomNames = ['WECOM_CORP_ID', 'WECOM_AGENT_ID', 'WECOM_SECRET'] as const;
  const missing = wecomNames.filter((name) => !given[name]);
  if (missing.length > 0 && missing.length < wecomNames.length) {
    problems.push(`${missing.join(', ')}: required when another WECOM_ setting is set`);
  }
  const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
  const missingS3 = s3Names.filter((name) => !given[name]);
  if (given.STORAGE === 's3' && missingS3.length > 0)
    problems.push(`${missingS3.join(', ')}: required with STORAGE=s3`);
  problems.push(...engineProblems(given), ...languageModelProblems(given));
  problems.push(...mailProblems(given), ...signOnProblems(given));
  if (!parsed.success || problems.length > 0) throw new ConfigProblems(problems);

  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.LECTERN_DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    embeddedDatabase: value.LECTERN_SUPERVISED === 'embedded',
    adminPassword: value.LECTERN_ADMIN_PASSWORD,
    sealingKey: value.LECTERN_SEALING_KEY,
    publicOrigin: value.PUBLIC_ORIGIN,
    timeZone: value.TIME_ZONE,
    logLevel: value.LECTERN_LOG_LEVEL,
    trustedProxies: value.LECTERN_TRUSTED_PROXIES,
    postgresRunAs: value.LECTERN_POSTGRES_RUN_AS,
    s3: s3Of(value),
    engines: enginesOf(value),
    languageModel: languageModelOf(value),
    mail: mailOf(value),
    webhookHosts: value.WEBHOOK_HOSTS,
    signOn: signOnOf(value),
    wecom:
      value.WECOM_CORP_ID && value.WECOM_AGENT_ID && value.WECOM_SECRET
        ? {
            corpId: value.WECOM_CORP_ID,
            agentId: value.WECOM_AGENT_ID,
            secret: value.WECOM_SECRET,
            apiOrigin: value.WECOM_API_ORIGIN,
            loginOrigin: value.WECOM_LOGIN_ORIGIN,
          }
        : undefined,
  };
}

function s3Of(value: z.output<z.ZodObject<typeof settingSchemas>>): S3Config | undefined {
  const { STORAGE, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION } = value;
  if (STORAGE !== 's3' || !S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    region: S3_REGION,
  };
}

/** The API and the worker never start a database; they receive its address. */
export function requireDatabaseUrl(config: Pick<Config, 'databaseUrl'>): string {
  if (config.databaseUrl) return config.databaseUrl;
  throw new ConfigProblems(['DATABASE_URL: this process needs it; npm start sets it automatically']);
}

/** Replaces the validator's messages with readable ones; our own messages are kept. */
function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `choose one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return issue.expected === 'string' ? 'enter a text' : 'enter a whole number';
  if (issue.code === 'too_small' && issue.origin !== 'string') return `enter at least ${issue.minimum}`;
  if (issue.code === 'too_small') return 'enter a value';
  if (issue.code === 'too_big') return `enter at most ${issue.maximum}`;
  return issue.message;
}
