import { isMailAddress, plainLine } from '@lectern/contract/features/mail-text.ts';
import { z } from 'zod';

/** Where mail is handed over. An address of the environment alone: nobody who works with the product can change it. */
export const mailSettingSchemas = {
  SMTP_URL: z
    .string()
    .refine(
      (value) => /^smtps?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== '',
      'must be an address such as smtp://user:password@mail.example.edu:587',
    )
    .optional()
    .describe(
      'Mail server: smtp:// (with STARTTLS where the server offers it; ?requireTLS=true insists on it) or smtps://, with user and password where it wants them. Absent: no mail is sent, and what is queued waits.',
    ),
  MAIL_FROM: z
    .string()
    .refine((value) => addressOf(value) !== undefined, 'must be an address such as Lectern <lectern@example.edu>')
    .optional()
    .describe(
      'Mail server: whom mail comes from, such as `Lectern <lectern@example.edu>`; needed with SMTP_URL. Links in mails lead to PUBLIC_ORIGIN.',
    ),
} as const;

export type MailAddress = { name: string; address: string };
export type MailConfig = {
  host: string;
  port: number;
  /** TLS from the first byte. */
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

/** Settings that make sense together only. */
export function mailProblems(given: Readonly<Record<string, unknown>>): string[] {
  return given.SMTP_URL && !given.MAIL_FROM ? ['MAIL_FROM: needed with SMTP_URL'] : [];
}

function addressOf(text: string): MailAddress | undefined {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? text).trim();
  return isMailAddress(address) ? { name: plainLine(name.replaceAll('"', '')), address } : undefined;
}
