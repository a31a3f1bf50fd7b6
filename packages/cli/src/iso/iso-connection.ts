import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  Codec,
  describeMalformed,
  encodeFrame,
  FRAME_REASONS,
  FrameReader,
  type Framing,
  type Message,
  type Specification,
} from '@cardwright/iso8583';
import { UsageError } from '../output/usage-error.ts';
import { findSpecification } from './find-specification.ts';

export interface ConnectionOptions {
  readonly to: string;
  readonly spec: string;
  readonly length: Framing['length'];
  readonly tpdu?: true;
  readonly tls?: true;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** A TPDU with the address 1 and no origin. */
const TPDU = Buffer.from('6000010000', 'hex');

/** A connection to an ISO 8583 host. */
export interface IsoConnection {
  readonly specification: Specification;
  send(message: Message): void;
  /** Resolves when the host has closed the connection. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Connects to a host. Calls `receive` for each of its messages, and `fail` if the connection fails. */
export async function openIsoConnection(
  options: ConnectionOptions,
  receive: (message: Message) => void,
): Promise<IsoConnection> {
  const specification = await findSpecification(options.spec);
  const codec = new Codec(specification);
  const framing: Framing = { ...(options.length && { length: options.length }), hasTpdu: options.tpdu === true };
  const socket = await connected(options);
  const reader = new FrameReader(framing, {
    message: ({ message: bytes }) => {
      const decoded = codec.decode(bytes);
      if (decoded.ok) receive(decoded.message);
      else socket.destroy(new Error(`a response is malformed: ${describeMalformed(decoded.malformed)}`));
    },
    keepAlive: () => undefined,
  });
  socket.on('data', (chunk) => {
    const fault = reader.push(chunk);
    if (fault !== undefined) socket.destroy(new Error(`a frame is malformed: ${FRAME_REASONS[fault.reason]}`));
  });
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
  // A caller that does not wait for the end of the connection must not fail because of it.
  closed.catch(() => {});
  return {
    specification,
    send: (message) => socket.write(encodeFrame(codec, message, framing, framing.hasTpdu ? TPDU : undefined)),
    closed,
    close: () => socket.end(),
  };
}

function connected(options: ConnectionOptions): Promise<Socket> {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(options.to) ?? [];
  if (host === '' || Number(port) > 65_535)
    throw new UsageError(`${options.to} is not a host and a port, such as 127.0.0.1:8583`);
  const target = { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  return new Promise((resolve, reject) => {
    const socket = options.tls
      ? connectTls({ ...target, servername: target.host, ...tlsFiles(options) })
      : connect(target);
    socket.once('error', (error) => reject(new Error(`failed to connect to ${options.to}: ${error.message}`)));
    socket.once(options.tls ? 'secureConnect' : 'connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

function tlsFiles({ caFile, certFile, keyFile }: ConnectionOptions) {
  const read = (file: string) => {
    try {
      return readFileSync(file);
    } catch (error) {
      throw new UsageError(`failed to read ${file}: ${(error as Error).message}`);
    }
  };
  return {
    ...(caFile !== undefined && { ca: read(caFile) }),
    ...(certFile !== undefined && { cert: read(certFile) }),
    ...(keyFile !== undefined && { key: read(keyFile) }),
  };
}
