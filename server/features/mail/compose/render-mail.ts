import {
  blocksOf,
  fillPlaces,
  type MailBlock,
  type MailPiece,
  type MailValues,
  plainLine,
  plainText,
} from '@lectern/contract/features/mail-text.ts';
import type { Language } from '@lectern/contract/language.ts';

type MailText = { subject: string; body: string; values: MailValues; language: Language; footer?: string };
type RenderedMail = { subject: string; text: string; html: string };

/** A text as one person gets it. Everything that is put in is text: nothing of it is read as a part of the page. */
export function renderMail({ subject, body, values, language, footer }: MailText): RenderedMail {
  const blocks = blocksOf(body, values);
  const below = footer ? blocksOf(footer, values) : [];
  const ending = below.length > 0 ? `\n\n-- \n${plainText(below)}` : '';
  return {
    subject: plainLine(fillPlaces(subject, values)).slice(0, 400),
    text: `${plainText(blocks)}${ending}\n`,
    html: page(blocks, below, language),
  };
}

const font = "font-family:system-ui,-apple-system,'Segoe UI','Noto Sans SC',sans-serif";

function page(blocks: readonly MailBlock[], below: readonly MailBlock[], language: Language): string {
  const footer = below.length > 0 ? `<hr style="border:0;border-top:1px solid #ddd;margin:24px 0 12px">` : '';
  const small = `<div style="font-size:12px;color:#666">${below.map(block).join('')}</div>`;
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>` +
    `<body style="margin:0;padding:24px;${font};font-size:15px;line-height:1.5;color:#1a1a1a;overflow-wrap:anywhere;word-break:break-word">` +
    `<div style="max-width:600px;margin:0 auto">${blocks.map(block).join('')}${footer}${footer && small}</div></body></html>`
  );
}

function block({ kind, lines }: MailBlock): string {
  const shown = lines.map((pieces) => pieces.map(piece).join(''));
  if (kind === 'heading') return `<h2 style="font-size:18px;margin:0 0 12px">${shown.join('')}</h2>`;
  if (kind === 'list')
    return `<ul style="margin:0 0 16px;padding-left:24px">${shown.map((line) => `<li>${line}</li>`).join('')}</ul>`;
  return `<p style="margin:0 0 16px">${shown.join('<br>')}</p>`;
}

function piece({ text, bold, href }: MailPiece): string {
  const shown = escaped(text);
  if (href) return `<a href="${escaped(href)}">${shown}</a>`;
  return bold ? `<strong>${shown}</strong>` : shown;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
