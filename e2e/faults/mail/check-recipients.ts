export type FoundRecipient = { address: string; state: string; reason: string | null };
export type MailFigures = Record<'sent' | 'failed' | 'unknown' | 'unknownWithMail', number>;

/** Reports recipients who got the mail twice or not at all, and those whose recorded state is wrong. */
export function checkRecipients(
  rows: readonly FoundRecipient[],
  times: ReadonlyMap<string, number>,
  isFailing: (address: string) => boolean,
): { wrong: string[]; figures: MailFigures } {
  const wrong: string[] = [];
  const figures: MailFigures = { sent: 0, failed: 0, unknown: 0, unknownWithMail: 0 };
  for (const { address, state, reason } of rows) {
    const got = times.get(address) ?? 0;
    const say = (why: string) => wrong.push(`${address} is ${state} (${reason}) and got it ${got} times: ${why}`);
    if (got > 1) say('delivered more than once');
    if (state === 'sent') {
      figures.sent += 1;
      if (got !== 1) say('marked as sent but not delivered once');
    } else if (state === 'failed') {
      figures.failed += 1;
      if (got !== 0 || !isFailing(address)) say('marked as failed although the server accepts it');
    } else if (state === 'unknown') {
      figures.unknown += 1;
      figures.unknownWithMail += got;
    } else say('neither sent, failed nor unknown');
  }
  const strangers = [...times.keys()].filter((address) => !rows.some((row) => row.address === address));
  wrong.push(...strangers.map((address) => `${address} got it and is no recipient`));
  return { wrong, figures };
}
