import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Codec, encodeFrame, FrameReader, Message, responseType, SPECIFICATIONS } from '@cardwright/iso8583';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../output/usage-error.ts';
import { type SendOptions, sendMessages } from './send-messages.ts';

const codec = new Codec(SPECIFICATIONS['iso1987-ascii']);
const CARD = { card: '4761739001010010', expiry: '3112' };
let host: Server;
let to: string;
let received: Message[];

beforeAll(async () => {
  host = createServer((socket) => {
    const reader = new FrameReader(
      {},
      {
        message: ({ message: bytes }) => {
          const decoded = codec.decode(bytes);
          if (!decoded.ok) throw new Error('the command sent a malformed message');
          const { message } = decoded;
          received.push(message);
          if (message.get(41) === 'SILENT01') return;
          const response = new Message(responseType(message.mti)!, { 11: message.get(11)!, 39: '00' });
          socket.write(encodeFrame(codec, response));
        },
        keepAlive: () => {},
      },
    );
    socket.on('data', (chunk) => void reader.push(chunk));
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const address = host.address();
  to = `127.0.0.1:${typeof address === 'object' ? address!.port : 0}`;
});
afterAll(() => {
  host.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs the command, and returns what it prints. */
async function sent(mti: string, options: Partial<SendOptions> = {}): Promise<string> {
  received = [];
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => printed.push(String(part)) > 0);
  const usual = {
    to,
    spec: 'iso1987-ascii',
    length: '2-byte',
    amount: '25.00',
    field: [],
    next: [],
    timeout: '5',
  } as const;
  await sendMessages(mti, { ...usual, ...options });
  return printed.join('');
}

describe('cardwright iso send', () => {
  it('sends a payment with typical fields, and prints it without its card number', async () => {
    const printed = await sent('0100', { ...CARD, amount: '12.5', field: ['41=SHOP 001', '43='] });
    expect(received[0]?.toObject()).toMatchObject({ 2: CARD.card, 4: '000000001250', 14: '3112', 41: 'SHOP 001' });
    expect(received[0]?.has(43)).toBe(false);
    expect(printed).toContain('0100  authorization request');
    expect(printed).toContain('0110  authorization response');
    expect(printed).toContain('476173******0010');
    expect(printed).not.toContain(CARD.card);
  });

  it('sends the follow-up messages, with the original in field 90', async () => {
    await sent('0100', { ...CARD, next: ['0101', '0420', '0421'] });
    const [first, repeat, reversal, again] = received;
    expect(received.map(({ mti }) => mti)).toEqual(['0100', '0101', '0420', '0421']);
    expect(repeat!.toObject()).toEqual(first!.toObject());
    const original = `0100${first!.get(11)}${first!.get(7)}0000012345600000000000`;
    expect([reversal!.get(90), again!.get(90)]).toEqual([original, original]);
  });

  it('sends network management, and prints JSON', async () => {
    const printed = await sent('0800', { field: ['70=001'], json: true });
    expect(received[0]?.get(70)).toBe('001');
    expect(
      printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).mti),
    ).toEqual(['0800', '0810']);
  });

  it('fails without a response', async () => {
    await expect(sent('0100', { ...CARD, field: ['41=SILENT01'], timeout: '0.2' })).rejects.toThrow(
      'no response to 0100 in 0.2 s',
    );
    await expect(sent('0800', { to: '127.0.0.1:1' })).rejects.toThrow('failed to connect to 127.0.0.1:1');
  });

  it.each<[string, string, Partial<SendOptions>]>([
    ['a payment needs --card and --expiry', '0100', {}],
    ['is not a message type', '1100', CARD],
    ['has no response', '0110', CARD],
    ['is not an amount', '0100', { ...CARD, amount: '1.234' }],
    ['is not a number and a value', '0100', { ...CARD, field: ['x=1'] }],
    ['there is no field 129', '0100', { ...CARD, field: ['129=1'] }],
    ['is not a host and a port', '0800', { to: 'localhost' }],
  ])('explains that %s', async (message, mti, options) => {
    await expect(sent(mti, options)).rejects.toThrow(message);
    await expect(sent(mti, options)).rejects.toThrow(UsageError);
  });
});
