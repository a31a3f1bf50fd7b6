import { encodeFrame, type Message, responseType } from '@cardwright/iso8583';
import { ascii, IsoClient, variant } from '../../../server/src/testing/networks/iso-client.ts';
import type { Random } from '../../../server/src/testing/random.ts';

/** How a message is sent: as networks do, or as broken connections make it. */
type Manner = 'whole' | 'bytes' | 'twice' | 'half';
const MANNERS: readonly Manner[] = ['whole', 'whole', 'whole', 'whole', 'bytes', 'twice', 'half'];

/** A connection of a network to one of the servers, opened again when it is lost. */
export class IsoLine {
  readonly #ports: readonly number[];
  readonly #random: Random;
  #client: IsoClient | undefined;

  constructor(ports: readonly number[], random: Random) {
    this.#ports = ports;
    this.#random = random;
  }

  /** Sends a message. Returns the bytes of its response, or undefined if none arrives. */
  async exchange(message: Message, manner = this.#random.pick(MANNERS)): Promise<Buffer | undefined> {
    try {
      const client = await this.#open();
      const first = client.arrived.length;
      await send(client, message, manner, this.#random);
      let found: Buffer | undefined;
      await client.until(() => {
        found = client.arrived.slice(first).find((bytes) => isResponse(bytes, message));
        return found !== undefined || client.socket.destroyed;
      });
      return found;
    } catch {
      // A server that does not answer in time is abandoned.
      this.close();
      return undefined;
    }
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
  }

  async #open(): Promise<IsoClient> {
    if (this.#client === undefined || this.#client.socket.destroyed || this.#client.socket.readableEnded) {
      this.#client?.close();
      this.#client = await IsoClient.connect(this.#random.pick(this.#ports));
    }
    return this.#client;
  }
}

/** Returns the same message as a repeat: 0100 becomes 0101, and 0420 becomes 0421. */
export function repeatOf(message: Message): Message {
  return variant(message, `${message.mti.slice(0, 3)}1`);
}

async function send(client: IsoClient, message: Message, manner: Manner, random: Random): Promise<void> {
  const { socket } = client;
  const frame = encodeFrame(ascii, message);
  switch (manner) {
    case 'whole':
      socket.write(frame);
      break;
    case 'twice':
      socket.write(Buffer.concat([frame, encodeFrame(ascii, repeatOf(message))]));
      break;
    case 'half':
      // Simulates a connection that breaks within a frame.
      socket.write(frame.subarray(0, random.from(1, frame.length - 1)), () => socket.destroy());
      break;
    case 'bytes':
      socket.setNoDelay(true);
      for (const byte of frame) {
        socket.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
  }
}

function isResponse(bytes: Buffer, request: Message): boolean {
  const message = decode(bytes);
  const isSame = [11, 37].every((field) => message.get(field) === request.get(field));
  return isSame && message.mti === responseType(request.mti);
}

/** Returns DE39 of a response. */
export function responseCodeOf(response: Buffer | undefined): string | undefined {
  return response && decode(response).get(39);
}

function decode(bytes: Buffer): Message {
  const decoded = ascii.decode(bytes);
  if (!decoded.ok) throw new Error('a response is malformed');
  return decoded.message;
}
