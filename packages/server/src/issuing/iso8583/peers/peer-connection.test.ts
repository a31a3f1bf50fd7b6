import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { Codec, encodeFrame, Message, SPECIFICATIONS } from '@cardwright/iso8583';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { ascii, IsoClient, isoAuthorization } from '../../../testing/networks/iso-client.ts';
import type { MessageResponse } from '../answers/answer-message.ts';
import { DIALECT_1987 } from '../mapping/dialect.ts';
import { toResponse } from '../mapping/to-response.ts';
import { PeerActivity } from '../reports/peer-activity.ts';
import type { NetworkPeer } from './network-peer.ts';
import { PeerConnection } from './peer-connection.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const CARD = { cardNumber: '6011000990139424', expiry: '3012' };
const PEER: NetworkPeer = {
  name: 'test',
  clientId: 'test',
  bins: undefined,
  direction: 'listen',
  host: '127.0.0.1',
  port: 0,
  orAnyPort: false,
  framing: {},
  codec: ascii,
  dialect: DIALECT_1987,
  tls: undefined,
  addresses: undefined,
  connections: 1,
  inFlight: 4,
  echoMs: 0,
  deadlineMs: 1_000,
  signsOn: false,
  codes: {},
};

interface World {
  readonly client: IsoClient;
  readonly connection: PeerConnection;
  readonly counted: string[];
  readonly events: string[];
  /** The messages that wait for an answer, oldest first. */
  readonly pending: { message: Message; deadline: number; resolve: (answered: MessageResponse) => void }[];
}

const servers: Server[] = [];
const clients: IsoClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) server.close();
});

async function open(changes: Partial<NetworkPeer> = {}, answersAtOnce = false): Promise<World> {
  const peer = { ...PEER, ...changes };
  const counted: string[] = [];
  const events: string[] = [];
  const pending: World['pending'] = [];
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  const socket = connect({ host: '127.0.0.1', port: typeof address === 'object' ? address!.port : 0 });
  const [accepted] = await once(server, 'connection');
  const client = new IsoClient(socket, peer.framing, peer.codec);
  clients.push(client);
  const connection = new PeerConnection(accepted, peer, {
    logger: pino({ level: 'silent' }),
    now: () => NOW,
    activity: new PeerActivity({ isDialled: false, specification: peer.codec.specification, now: () => NOW }),
    meter: {
      addPeer: () => {},
      countSignOn: () => {},
      countMessage: (_peer, mti, outcome) => counted.push(`${mti} ${outcome}`),
      changeConnections: () => {},
      changeInFlight: () => {},
      observeEcho: () => {},
    },
    onSignOn: (event) => events.push(event),
    answer: (message, deadline) =>
      answersAtOnce
        ? Promise.resolve(approved(message))
        : new Promise((resolve) => pending.push({ message, deadline, resolve })),
  });
  return { client, connection, counted, events, pending };
}

function approved(message: Message): MessageResponse {
  return { response: toResponse(message, { responseCode: '00' }), outcome: 'approved' };
}

describe('a connection', { timeout: 20_000 }, () => {
  it.each([
    ['2-byte', false, 'iso1987-ascii'],
    ['2-byte', true, 'iso1987-binary'],
    ['4-digit', false, 'iso1987-binary'],
    ['2-byte-bcd', true, 'iso1987-ascii'],
  ] as const)('answers frames of %s, TPDU %s, %s, one byte at a time', async (length, hasTpdu, name) => {
    const framing = { length, hasTpdu };
    const codec = new Codec(SPECIFICATIONS[name]);
    const { client } = await open({ framing, codec }, true);
    const message = isoAuthorization(CARD);
    const tpdu = hasTpdu ? Buffer.from('6000010002', 'hex') : undefined;
    client.socket.setNoDelay(true);
    for (const byte of encodeFrame(codec, message, framing, tpdu)) {
      client.socket.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    await client.until(() => client.arrived.length === 1);
    expect(client.messages()[0]?.get(39)).toBe('00');
  });

  it('answers out of order', async () => {
    const { client, pending } = await open();
    const [one, two] = [isoAuthorization(CARD), isoAuthorization(CARD)];
    client.send(one, two);
    await expect.poll(() => pending.length).toBe(2);
    pending[1]!.resolve(approved(two));
    await client.until(() => client.arrived.length === 1);
    pending[0]!.resolve(approved(one));
    await client.until(() => client.arrived.length === 2);
    expect(client.messages().map((message) => message.get(11))).toEqual([two.get(11), one.get(11)]);
  });

  it('reads no more than the permitted number of messages in progress', async () => {
    const { client, pending } = await open({ inFlight: 4 });
    client.send(...Array.from({ length: 40 }, () => isoAuthorization(CARD)));
    await expect.poll(() => pending.length).toBe(4);
    for (let at = 0; at < 40; at += 1) {
      await expect.poll(() => pending.length).toBeGreaterThan(at);
      expect(pending.length).toBeLessThanOrEqual(at + 4);
      pending[at]!.resolve(approved(pending[at]!.message));
    }
    await client.until(() => client.arrived.length === 40);
  });

  it('counts the deadline from the first byte of a message', async () => {
    const { client, pending } = await open();
    const bytes = encodeFrame(ascii, isoAuthorization(CARD));
    const before = performance.now();
    client.socket.write(bytes.subarray(0, 1));
    await new Promise((resolve) => setTimeout(resolve, 200));
    client.socket.write(bytes.subarray(1));
    await expect.poll(() => pending.length).toBe(1);
    expect(pending[0]!.deadline).toBeLessThan(before + 1_000 + 150);
  });

  it('sends nothing if there is no response', async () => {
    const { client, counted, pending } = await open();
    client.send(isoAuthorization(CARD), new Message('0800', { 7: '1120080000', 11: '000001', 70: '301' }));
    await expect.poll(() => pending.length).toBe(1);
    pending[0]!.resolve({ response: undefined, outcome: 'late' });
    await expect.poll(() => counted).toEqual(['0800 network_management', '0100 late']);
    expect(client.messages().map(({ mti }) => mti)).toEqual(['0810']);
  });

  it('answers an empty frame', async () => {
    const { client } = await open();
    client.socket.write(Buffer.alloc(4));
    await client.until(() => client.keepAlives === 2);
  });

  it('discards half a frame of a peer that disconnects', async () => {
    const { client, connection, pending } = await open();
    client.socket.end(encodeFrame(ascii, isoAuthorization(CARD)).subarray(0, 50));
    await connection.closed;
    expect(pending).toEqual([]);
  });

  it('answers 30 for a malformed message with a trace number, and goes on', async () => {
    const { client, counted } = await open({}, true);
    const frame = encodeFrame(ascii, isoAuthorization(CARD));
    frame.write('\n', frame.length - 1);
    client.socket.write(frame);
    await client.until(() => client.arrived.length === 1);
    expect(client.messages()[0]?.toObject()).toMatchObject({ 7: '1120080000', 39: '30' });
    client.send(isoAuthorization(CARD));
    await client.until(() => client.arrived.length === 2);
    expect(counted).toEqual(['0100 malformed', '0100 approved']);
  });

  it.each([
    ['bytes that are no message', Buffer.from('000e474554202f20485454502f312e31', 'hex')],
    ['a length beyond the limit', Buffer.from('ffff', 'hex')],
  ])('is cut after %s', async (_what, bytes) => {
    const { client, connection } = await open({}, true);
    client.socket.write(bytes);
    await connection.closed;
    await client.closed();
  });

  it('survives hostile bytes: it answers 30, cuts the connection, or waits for more', async () => {
    const good = encodeFrame(ascii, isoAuthorization(CARD, { 90: '0'.repeat(42) }));
    for (let round = 0; round < 300; round += 1) {
      const { client, connection } = await open({}, true);
      const bytes = Buffer.concat([good, good]);
      for (let change = 0; change < 1 + (round % 5); change += 1) {
        bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256);
      }
      client.socket.end(bytes.subarray(0, 1 + Math.floor(Math.random() * bytes.length)));
      await connection.closed;
      client.close();
    }
    const { client } = await open({}, true);
    client.send(isoAuthorization(CARD));
    await client.until(() => client.arrived.length === 1);
  });

  it('sends two echoes to a silent peer, and then cuts the connection', async () => {
    const { client, connection } = await open({ echoMs: 60 });
    await connection.closed;
    const echoes = client.messages();
    expect(echoes.map(({ mti }) => mti)).toEqual(['0800', '0800']);
    expect(echoes[0]?.toObject()).toMatchObject({ 7: '1120080000', 70: '301' });
  });

  it('stays open while the peer answers its echoes', async () => {
    const { client } = await open({ echoMs: 40 });
    let answered = 0;
    client.socket.on('data', () => {
      for (const echo of client.messages(answered)) {
        answered += 1;
        client.send(new Message('0810', { 7: '1120080000', 11: echo.get(11)!, 39: '00', 70: '301' }));
      }
    });
    await expect.poll(() => answered).toBeGreaterThan(3);
    expect(client.socket.destroyed).toBe(false);
  });

  it('signs on, and answers what is in progress before it signs off and closes', async () => {
    const { client, connection, pending, events } = await open({ signsOn: true });
    await client.until(() => client.arrived.length === 1);
    const [signOn] = client.messages();
    expect([signOn!.mti, signOn!.get(70)]).toEqual(['0800', '001']);
    client.send(new Message('0810', { 7: '1120080000', 11: signOn!.get(11)!, 39: '00', 70: '001' }));
    const message = isoAuthorization(CARD);
    client.send(message);
    await expect.poll(() => pending.length).toBe(1);
    expect(events).toEqual(['accepted_sign_on']);
    const closing = connection.close();
    pending[0]!.resolve(approved(message));
    await closing;
    await client.closed();
    const sent = client.messages(1).map((one) => `${one.mti} ${one.get(70) ?? one.get(39)}`);
    expect(sent).toEqual(['0110 00', '0800 002']);
  });
});
