import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fileFolder } from '../../../server/src/testing/file-resources.ts';
import { UsageError } from '../output/usage-error.ts';
import { type DecodeOptions, decodeMessage } from './decode-message.ts';

const BYTES = Buffer.from('0100' + '6000000020000000' + '164761739001010010' + '000000' + '214761739001010010=2712');
const DESCRIPTION = [
  '0100  authorization request (ISO 8583:1987)',
  '   2  Primary account number  476173******0010',
  '   3  Processing code         000000',
  '  35  Track 2 data            (21 characters, not shown)',
  '',
].join('\n');

const folder = fileFolder();
afterEach(() => {
  vi.restoreAllMocks();
});

function fileOf(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Runs the command, and returns what it prints. */
async function decoded(text: string | undefined, options: Partial<DecodeOptions> = {}): Promise<string> {
  const printed: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => printed.push(String(part)) > 0);
  await decodeMessage(text, { spec: 'iso1987-ascii', ...options });
  return printed.join('');
}

describe('cardwright iso decode', () => {
  it.each([
    ['hexadecimal digits', BYTES.toString('hex')],
    ['hexadecimal digits in groups', BYTES.toString('hex').replace(/(.{32})/g, '$1\n')],
    ['Base64', BYTES.toString('base64')],
  ])('describes a message in %s without card data', async (_, text) => {
    expect(await decoded(text)).toBe(DESCRIPTION);
  });

  it('describes the bytes in a file, with and without a frame', async () => {
    expect(await decoded(undefined, { file: fileOf('message.bin', BYTES) })).toBe(DESCRIPTION);
    const frame = Buffer.concat([Buffer.of(0, BYTES.length + 5), Buffer.alloc(5), BYTES]);
    const options = { file: fileOf('frame.bin', frame), length: '2-byte', tpdu: true } as const;
    expect(await decoded(undefined, options)).toBe(DESCRIPTION);
  });

  it('uses a specification from a file, and prints JSON', async () => {
    const fields = { 3: { name: 'Kind', format: 'an', length: 6 } };
    const spec = fileOf('spec.json', JSON.stringify({ name: 'ours', extends: 'iso1987-ascii', fields }));
    expect(JSON.parse(await decoded(BYTES.toString('hex'), { spec, json: true }))).toEqual({
      mti: '0100',
      type: 'authorization request (ISO 8583:1987)',
      fields: [
        { field: 2, name: 'Primary account number', text: '476173******0010' },
        { field: 3, name: 'Kind', text: '000000' },
        { field: 35, name: 'Track 2 data', text: '(21 characters, not shown)' },
      ],
    });
  });

  it('reports a malformed message with field, offset and reason, and without its data', async () => {
    await expect(decoded(BYTES.subarray(0, 30).toString('hex'))).rejects.toThrow(
      new Error('the message is malformed: field 2 at offset 22: the message ends inside of the field'),
    );
    await expect(decoded('0005' + '3031', { length: '2-byte' })).rejects.toThrow('the frame is empty or not complete');
    await expect(decoded('00050102', { length: '4-digit' })).rejects.toThrow(
      'the frame is malformed: the length is not',
    );
  });

  it.each<[string, string | undefined, Partial<DecodeOptions>]>([
    ['specification nothing.json not found', '00', { spec: 'nothing.json' }],
    ['neither hexadecimal nor Base64', '{}', {}],
    ['cannot be used together', '00', { file: 'x' }],
    ['failed to read the message', undefined, { file: join('missing', 'file') }],
  ])('explains that %s', async (message, text, options) => {
    await expect(decoded(text, options)).rejects.toThrow(message);
    await expect(decoded(text, options)).rejects.toThrow(UsageError);
  });
});
