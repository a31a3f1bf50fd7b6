import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import {
  Codec,
  describeFields,
  describeMalformed,
  describeMessage,
  describeMessageType,
  FRAME_REASONS,
  FrameReader,
  type Framing,
  type Message,
  type Specification,
} from '@cardwright/iso8583';
import { print } from '../output/print.ts';
import { UsageError } from '../output/usage-error.ts';
import { findSpecification } from './find-specification.ts';

export interface DecodeOptions {
  readonly file?: string;
  readonly spec: string;
  readonly length?: Framing['length'];
  readonly tpdu?: true;
  readonly json?: true;
}

/** Decodes a message and prints its fields without card data. */
export async function decodeMessage(text: string | undefined, options: DecodeOptions): Promise<void> {
  const bytes = await readMessage(text, options.file);
  const { message, specification } = await decodedMessage(bytes, options);
  print(options.json ? JSON.stringify(describe(message, specification)) : describeMessage(message, specification));
}

/** Describes a message, written as hexadecimal digits or Base64, without card data. Throws if it is malformed. */
export async function describeIsoMessage(text: string, options: Pick<DecodeOptions, 'spec'>) {
  const { message, specification } = await decodedMessage(bytesOf(text), options);
  return describe(message, specification);
}

async function decodedMessage(bytes: Buffer, options: DecodeOptions) {
  const specification = await findSpecification(options.spec);
  const decoded = new Codec(specification).decode(withoutFrame(bytes, options));
  if (!decoded.ok) throw new Error(`the message is malformed: ${describeMalformed(decoded.malformed)}`);
  return { message: decoded.message, specification };
}

function describe(message: Message, specification: Specification) {
  const { mti } = message;
  return {
    mti,
    type: describeMessageType(mti),
    fields: describeFields(message, specification).map((one) => ({ ...one })),
  };
}

async function readMessage(text: string | undefined, file: string | undefined): Promise<Buffer> {
  if (text !== undefined && file !== undefined) throw new UsageError('a message and --file cannot be used together');
  if (text !== undefined) return bytesOf(text);
  if (file === '-') return await buffer(process.stdin);
  if (file === undefined) return bytesOf((await buffer(process.stdin)).toString('latin1'));
  return await readFile(file).catch((error: Error) => {
    throw new UsageError(`failed to read the message: ${error.message}`);
  });
}

/** The bytes of hexadecimal digits or Base64, which may have white space, such as line breaks, between them. */
function bytesOf(text: string): Buffer {
  const compact = text.replace(/\s/g, '');
  if (/^(?:[\da-f]{2})+$/i.test(compact)) return Buffer.from(compact, 'hex');
  if (/^[\w+/-]+={0,2}$/.test(compact)) return Buffer.from(compact, 'base64');
  throw new UsageError('the message is neither hexadecimal nor Base64: use --file for bytes');
}

/** Removes the length and the TPDU before the message. */
function withoutFrame(bytes: Buffer, { length, tpdu }: DecodeOptions): Buffer {
  if (length === undefined) return tpdu ? bytes.subarray(5) : bytes;
  let found: Buffer | undefined;
  const reader = new FrameReader(
    { length, hasTpdu: tpdu === true, maxBytes: 65_535 },
    {
      message: ({ message }) => {
        found ??= message;
      },
      keepAlive: () => undefined,
    },
  );
  const fault = reader.push(bytes);
  if (found !== undefined) return found;
  throw new Error(
    fault === undefined
      ? 'the frame is empty or not complete'
      : `the frame is malformed: ${FRAME_REASONS[fault.reason]}`,
  );
}
