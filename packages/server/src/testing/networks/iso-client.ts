import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  Codec,
  encodeFrame,
  type Frame,
  FrameReader,
  type Framing,
  Message,
  SPECIFICATIONS,
} from '@cardwright/iso8583';
import type { IssuedCard } from '../cards/issued-cards.ts';

export const ascii = new Codec(SPECIFICATIONS['iso1987-ascii']);

/** A client that sends messages over one connection, and collects the responses. */
export class IsoClient {
  readonly socket: Socket;
  /** The bytes of each message that arrived, without its length. */
  readonly arrived: Buffer[] = [];
  keepAlives = 0;
  readonly #framing: Framing;
  readonly #codec: Codec;
  readonly #waiting = new Set<() => void>();

  constructor(socket: Socket, framing: Framing = {}, codec = ascii) {
    this.socket = socket;
    this.#framing = framing;
    this.#codec = codec;
    const reader = new FrameReader(framing, {
      message: ({ message }: Frame) => {
        this.arrived.push(Buffer.from(message));
        this.#notify();
      },
      keepAlive: () => {
        this.keepAlives += 1;
        this.#notify();
      },
    });
    socket.on('data', (chunk) => void reader.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => this.#notify());
  }

  static async connect(port: number, framing: Framing = {}, codec = ascii): Promise<IsoClient> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new IsoClient(socket, framing, codec);
  }

  send(...messages: Message[]): void {
    const tpdu = this.#framing.hasTpdu ? Buffer.from('6000010002', 'hex') : undefined;
    this.socket.write(Buffer.concat(messages.map((one) => encodeFrame(this.#codec, one, this.#framing, tpdu))));
  }

  /** Waits until a condition holds, at most 5 seconds. */
  async until(holds: () => boolean): Promise<void> {
    const timer = setTimeout(() => this.#notify(), 5_000);
    const limit = performance.now() + 5_000;
    while (!holds()) {
      if (performance.now() >= limit) throw new Error(`nothing arrived in 5 s; so far ${this.arrived.length} messages`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    clearTimeout(timer);
  }

  #notify(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Sends a message, and returns its response: the next message with its trace number and the type of a response. */
  async exchange(message: Message): Promise<Message> {
    const first = this.arrived.length;
    this.send(message);
    let match: Message | undefined;
    await this.until(() => {
      match = this.messages(first).find((one) => one.get(11) === message.get(11) && Number(one.mti[2]) % 2 === 1);
      return match !== undefined || this.socket.destroyed;
    });
    if (match === undefined) throw new Error('the connection was closed');
    return match;
  }

  messages(from = 0): Message[] {
    return this.arrived.slice(from).map((bytes) => {
      const decoded = this.#codec.decode(bytes);
      if (!decoded.ok) throw new Error(`a response is malformed in field ${decoded.malformed.field}`);
      return decoded.message;
    });
  }

  async closed(): Promise<void> {
    await this.until(() => this.socket.destroyed || this.socket.readableEnded);
  }

  close(): void {
    this.socket.destroy();
  }
}

let traces = 0;

/** Returns an authorization of AED 25.00 in a shop, at 08:00:00 UTC on 20 November. */
export function isoAuthorization(card: Pick<IssuedCard, 'cardNumber' | 'expiry'>, fields: Record<number, string> = {}) {
  traces += 1;
  return new Message('0100', {
    2: card.cardNumber,
    3: '000000',
    4: '000000002500',
    7: '1120080000',
    11: String(traces).padStart(6, '0'),
    12: '120000',
    13: '1120',
    14: card.expiry,
    18: '5411',
    22: '051',
    23: '001',
    25: '00',
    32: '12345678901',
    37: `R${String(traces).padStart(11, '0')}`,
    41: 'TERM0001',
    42: 'SHOP00000000001',
    43: 'TEST SHOP              DUBAI          AE',
    49: '784',
    ...fields,
  });
}

/** Returns the same message with another type and other fields. */
export function variant(message: Message, mti: string, fields: Record<number, string> = {}): Message {
  return new Message(mti, { ...message.toObject(), ...fields });
}

/** Returns the original data elements (DE90) of a message. */
export function originalOf(message: Message): string {
  const acquirer = (message.get(32) ?? '').padStart(11, '0');
  return `${message.mti}${message.get(11)}${message.get(7)}${acquirer}${'0'.repeat(11)}`;
}
