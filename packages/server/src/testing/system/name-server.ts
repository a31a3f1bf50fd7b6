import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

const TYPES: Readonly<Record<number, 4 | 6 | undefined>> = { 1: 4, 28: 6 };
const NO_SUCH_NAME = 3;

/**
 * The answer of a name server about a name: its addresses, none, no such name, or no answer. `v4-only` answers the query for
 * IPv4 and ignores the query for IPv6.
 */
export type NameAnswer =
  | {
      readonly addresses: readonly string[];
      readonly ttl?: number;
      readonly silentAbout?: 4 | 6;
      /** The answer waits for this promise. */
      readonly after?: Promise<void>;
    }
  | 'unknown'
  | 'silent';

export interface TestNameServer {
  /** The address and port, in the format of settings. */
  readonly address: string;
  /** The received queries, as `name A` or `name AAAA`. */
  readonly queries: string[];
  close(): Promise<void>;
}

/** Starts a name server on its own port. Names that are not in `answers` do not exist. */
export async function startNameServer(answers: Readonly<Record<string, NameAnswer>>): Promise<TestNameServer> {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  socket.on('message', (query, from) => {
    const { name, family, question } = readQuestion(query);
    queries.push(`${name} ${family === 4 ? 'A' : 'AAAA'}`);
    const answer = answers[name] ?? 'unknown';
    if (answer === 'silent' || (answer !== 'unknown' && answer.silentAbout === family)) return;
    const records = answer === 'unknown' ? [] : recordsOf(answer.addresses, family, answer.ttl ?? 60);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (answer === 'unknown' ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    const send = () => socket.send(Buffer.concat([header, question, ...records]), from.port, from.address);
    if (answer !== 'unknown' && answer.after !== undefined) void answer.after.then(send);
    else send();
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; family: 4 | 6 | undefined; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  return {
    name: labels.join('.').toLowerCase(),
    family: TYPES[query.readUInt16BE(at + 1)],
    question: query.subarray(12, end),
  };
}

function recordsOf(addresses: readonly string[], family: 4 | 6 | undefined, ttl: number): Buffer[] {
  return addresses
    .filter((address) => isIP(address) === family)
    .map((address) => {
      const bytes = bytesOf(address);
      const record = Buffer.alloc(12);
      // a pointer to the name in the query
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(family === 4 ? 1 : 28, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(ttl, 6);
      record.writeUInt16BE(bytes.length, 10);
      return Buffer.concat([record, bytes]);
    });
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
