import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailAddress, OutgoingMail } from './port.ts';

/**
 * The message as bytes. Addresses are given as objects and everything else by its field, so that no text of anybody can
 * begin a header of its own; nothing is ever read from a path or an address.
 */
export async function composeMessage(from: MailAddress, mail: OutgoingMail): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    to: mail.to,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    ...(mail.automatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
    attachments: mail.attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
