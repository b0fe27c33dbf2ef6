import type { Language } from '@lectern/contract/language.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { KeyHolder } from './key-holder.ts';
import type { Principal } from './principal.ts';

type CookieOptions = { maxAgeSeconds: number; path?: string };

export type RequestContext = {
  requestId: string;
  principal: Principal | null;
  /** The calling site; null when a person calls. */
  apiKey: KeyHolder | null;
  ip: string;
  userAgent: string;
  language: Language;
  /** The address browsers use, such as https://lectern.example.edu. */
  origin: string;
  idempotencyKey: string | undefined;
  cookies: Readonly<Record<string, string | undefined>>;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string): void;
  log: FastifyBaseLogger;
};

export type SignedInContext = RequestContext & { principal: Principal };
/** The context of a call made with an API key. */
export type PortalContext = RequestContext & { apiKey: KeyHolder };
