import type { Socket } from 'node:net';
import { TextArray } from './text-array.ts';

/** The arguments of a bind message, as the driver passes them to its connection. */
interface Bound {
  readonly portal?: string;
  readonly statement?: string;
  readonly values?: readonly unknown[];
  readonly binary?: boolean;
  readonly valueMapper?: (value: unknown) => unknown;
}

export interface BindingConnection {
  readonly stream: Pick<Socket, 'write' | 'writable'>;
  bind(bound: Bound): void;
}

type Value = string | Buffer | TextArray | null;

/** In bytes. The driver creates smaller messages itself. */
const SMALLEST = 16 * 1024;
/** In bytes. The driver creates larger messages itself, too. */
const ROOM = 1024 * 1024;
/** The number of stored buffers. More concurrent large statements are rare. */
const MAX_POOLED = 4;
const BIND = 'B'.charCodeAt(0);
/** The most UTF-8 bytes for each UTF-16 unit of a text. */
const WIDEST = 3;

const pool: Buffer[] = [];

/**
 * Writes the large messages of a connection to reused buffers. The driver allocates four times the size of each
 * message: at many MiB a second, full garbage collections run more often, while authorizations wait.
 */
export function bindInReusedBuffer(connection: BindingConnection): void {
  const usual = connection.bind.bind(connection);
  connection.bind = (bound) => {
    const { values = [], valueMapper = (value: unknown) => value } = bound;
    if (!connection.stream.writable || roughLength(values) < SMALLEST) return usual(bound);
    const mapped = values.map((value) => (value instanceof TextArray ? value : valueMapper(value)) as Value);
    if (longest(bound, mapped) > ROOM) return usual(bound);
    const room = pool.pop() ?? Buffer.allocUnsafeSlow(ROOM);
    const length = writeBind(room, bound, mapped);
    connection.stream.write(room.subarray(0, length), (error) => {
      // the system may still read a buffer whose write failed
      if (!error && pool.length < MAX_POOLED) pool.push(room);
    });
  };
}

function roughLength(values: readonly unknown[]): number {
  return values.reduce((sum: number, value) => {
    if (typeof value === 'string') return sum + value.length;
    return Buffer.isBuffer(value) || value instanceof TextArray ? sum + value.byteLength : sum;
  }, 0);
}

function longest({ portal = '', statement = '' }: Bound, values: readonly Value[]): number {
  const ofValue = (value: Value) =>
    value === null ? 0 : typeof value === 'string' ? WIDEST * value.length : value.byteLength;
  // code and length, the terminators of the names, two counts and the format of the result; and for each value its
  // format and length
  const around = 5 + 2 + 2 * 2 + 4 + WIDEST * (portal.length + statement.length);
  return values.reduce((sum, value) => sum + 2 + 4 + ofValue(value), around);
}

/** Writes a bind message and returns its length. */
function writeBind(room: Buffer, { portal = '', statement = '', binary }: Bound, values: readonly Value[]): number {
  let at = 5 + room.write(`${portal}\0${statement}\0`, 5);
  at = room.writeInt16BE(values.length, at);
  for (const value of values) at = room.writeInt16BE(value === null || typeof value === 'string' ? 0 : 1, at);
  at = room.writeInt16BE(values.length, at);
  for (const value of values) {
    const length =
      value === null ? -1 : typeof value === 'string' ? room.write(value, at + 4) : value.copy(room, at + 4);
    at = room.writeInt32BE(length, at) + Math.max(0, length);
  }
  at = room.writeInt16BE(1, at);
  at = room.writeInt16BE(binary === true ? 1 : 0, at);
  room[0] = BIND;
  room.writeInt32BE(at - 1, 1);
  return at;
}
