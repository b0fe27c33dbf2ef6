import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailSink, type SinkAnswer } from '../../testing/mail-sink.ts';
import type { MailLane, OutgoingMail } from './port.ts';
import { smtpEngine } from './smtp-engine.ts';

const answers: Record<string, SinkAnswer> = {
  'never@x.test': 'refuse',
  'later@x.test': 'putOff',
  'broken@x.test': 'breakOff',
};
const sink = new MailSink({ answer: (address) => answers[address] ?? 'take' });
let lane: MailLane;

beforeAll(async () => {
  await sink.open();
  lane = engine().openLane();
});
afterAll(async () => {
  lane.close();
  await sink.close();
});

function engine(port = sink.port) {
  const from = { name: 'Lectern', address: 'lectern@x.test' };
  return smtpEngine({ host: '127.0.0.1', port, secure: false, requireTls: false, from });
}

function mailTo(address: string, change: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    to: { name: 'Li Wei', address },
    subject: 'Term begins',
    text: 'Hello',
    html: '<p>Hello</p>',
    messageId: `<${address}>`,
    automatic: false,
    attachments: [],
    ...change,
  };
}

/** The headers of a message, with folded lines joined. */
function headersOf(source: string): string[] {
  const [head = ''] = source.split('\r\n\r\n');
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
}

describe('the mail server', () => {
  it('accepts messages over one connection, and distinguishes permanent and temporary refusals', async () => {
    expect(await lane.send(mailTo('a@x.test'))).toMatchObject({ state: 'sent' });
    expect(await lane.send(mailTo('never@x.test'))).toMatchObject({ state: 'refused', forGood: true });
    expect(await lane.send(mailTo('later@x.test'))).toMatchObject({ state: 'refused', forGood: false });
    expect(await lane.send(mailTo('b@x.test'))).toMatchObject({ state: 'sent' });
    expect([...sink.times.keys()]).toEqual(['a@x.test', 'b@x.test']);
  });

  it('reports unknown when the connection breaks after the text, and reconnects', async () => {
    expect(await lane.send(mailTo('broken@x.test'))).toMatchObject({ state: 'unknown' });
    expect(await lane.send(mailTo('c@x.test'))).toMatchObject({ state: 'sent' });
  });

  it('is unreachable when nothing listens, and sends nothing', async () => {
    const gone = new MailSink();
    await gone.open();
    await gone.close();
    expect(await engine(gone.port).openLane().send(mailTo('a@x.test'))).toMatchObject({ state: 'unreachable' });
    expect(await engine(gone.port).check()).toContain('ECONNREFUSED');
    expect(await engine().check()).toBeUndefined();
  });

  it('gets no header and no recipient from what people wrote', async () => {
    const hostile = 'Hi\r\nBcc: victim@x.test\r\n\r\n<script>';
    const to = { name: `Eve\r\nBcc: victim@x.test`, address: 'one@x.test' };
    const attachments = [{ name: 'a\r\nX-Evil: 1.txt', contentType: 'text/plain', content: Buffer.from('x') }];
    expect(await lane.send(mailTo('one@x.test', { subject: hostile, to, attachments }))).toMatchObject({
      state: 'sent',
    });
    const last = sink.taken.at(-1);
    expect(last?.to).toEqual(['one@x.test']);
    const headers = headersOf(last?.source ?? '');
    expect(headers.filter((line) => /^(bcc|cc|x-evil)/i.test(line))).toEqual([]);
    expect(headers.filter((line) => /^to:/i.test(line))).toHaveLength(1);
    expect(last?.source).not.toMatch(/^X-Evil/m);
  });

  it('never gets an address with a line break or bracket', async () => {
    for (const address of ['a@x.test\r\nRCPT TO:<v@x.test>', 'a@x.test>\r\nDATA', '<a@x.test>']) {
      const { state } = await lane.send(mailTo(address));
      expect(state).not.toBe('sent');
    }
    expect(sink.times.has('v@x.test')).toBe(false);
  });
});
