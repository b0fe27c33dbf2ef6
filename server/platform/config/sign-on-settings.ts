import { z } from 'zod';

const isLoopback = ({ hostname }: URL) => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return url.search === '' && url.hash === '' && (url.protocol === 'https:' || isLoopback(url));
}

/**
 * Single sign-on. The provider's address can only be set in the environment, so nobody who uses the product can
 * redirect sign-ins.
 */
export const signOnSettingSchemas = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address without query, such as https://login.example.edu/realms/staff')
    .optional()
    .describe('Single sign-on (OpenID Connect): issuer URL of the provider.'),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Single sign-on: client ID. Register `<address>/app/auth` as the redirect URI at the provider.'),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Single sign-on: client secret. Default: public client with PKCE.'),
  OIDC_LABEL: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('Single sign-on: name of the provider on the login button.'),
  OIDC_CLAIM: z
    .string()
    .regex(/^\w{1,60}$/, 'must be the name of a claim, such as email or preferred_username')
    .default('email')
    .describe(
      'Single sign-on: claim that matches a person to an account the first time. `email` needs a verified address; other claims match the account name.',
    ),
  OIDC_SCOPE: z
    .string()
    .regex(/^openid( [\w:./-]+)*$/, 'must begin with openid')
    .default('openid email profile')
    .describe('Single sign-on: requested scopes.'),
  OIDC_CREATE: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Single sign-on: `on` creates an account with the role User for new people, `off` refuses them.'),
} as const;

export type SignOnConfig = {
  issuer: string;
  clientId: string;
  clientSecret?: string;
  label?: string;
  claim: string;
  scope: string;
  create: boolean;
};

type Settings = z.output<z.ZodObject<typeof signOnSettingSchemas>>;

export function signOnOf(value: Settings): SignOnConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_LABEL: label } = value;
  if (!issuer || !clientId) return undefined;
  return {
    ...{ issuer, clientId, claim: value.OIDC_CLAIM, scope: value.OIDC_SCOPE, create: value.OIDC_CREATE === 'on' },
    ...(clientSecret && { clientSecret }),
    ...(label && { label }),
  };
}

export function signOnProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const missing = ['OIDC_ISSUER', 'OIDC_CLIENT_ID'].filter((name) => !given[name]);
  const some = Object.keys(signOnSettingSchemas).some((name) => given[name]);
  return some && missing.length > 0 ? [`${missing.join(', ')}: required when another OIDC_ setting is set`] : [];
}
