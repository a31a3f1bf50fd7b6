import type { Socket } from 'node:net';
import { TextArray } from './text-array.ts';

/** What a statement is bound to, as the driver gives it to its connection. */
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

/** Smaller messages are made by the driver. */
const SMALLEST = 16 * 1024;
/** Larger ones as well. */
const ROOM = 1024 * 1024;
/** Seldom more statements carry so much at once. */
const MOST_KEPT = 4;
const BIND = 'B'.charCodeAt(0);
/** The most bytes in UTF-8 for each unit of a text. */
const WIDEST = 3;

const kept: Buffer[] = [];

/**
 * Has the large messages of a connection made in memory that is used again and again. The driver makes each in new memory, of
 * which it takes four times as much: with many MiB a second, all garbage is collected more often, while authorizations wait.
 */
export function bindInReusedMemory(connection: BindingConnection): void {
  const usual = connection.bind.bind(connection);
  connection.bind = (bound) => {
    const { values = [], valueMapper = (value: unknown) => value } = bound;
    if (!connection.stream.writable || roughLength(values) < SMALLEST) return usual(bound);
    const given = values.map((value) => (value instanceof TextArray ? value : valueMapper(value)) as Value);
    if (longest(bound, given) > ROOM) return usual(bound);
    const room = kept.pop() ?? Buffer.allocUnsafeSlow(ROOM);
    const length = writeBind(room, bound, given);
    connection.stream.write(room.subarray(0, length), (error) => {
      // what could not be sent may still be read by the system
      if (!error && kept.length < MOST_KEPT) kept.push(room);
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
  // the code and the length, the ends of the names, two counts and the format of the answer; of each value its format and length
  const around = 5 + 2 + 2 * 2 + 4 + WIDEST * (portal.length + statement.length);
  return values.reduce((sum, value) => sum + 2 + 4 + ofValue(value), around);
}

/** Returns the length of the message. */
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
