import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type BindingConnection, bindInReusedBuffer } from './reused-memory.ts';
import { TextArray } from './text-array.ts';

let clients: pg.Client[];
const db = fileResource(() => testDatabase());
beforeAll(async () => {
  clients = Array.from({ length: 6 }, () => new pg.Client(db.connection));
  for (const client of clients) {
    bindInReusedBuffer((client as unknown as { connection: BindingConnection }).connection);
    await client.connect();
  }
});
afterAll(async () => {
  await Promise.all(clients?.map((client) => client.end()) ?? []);
});

const SMALL = 10;
const LARGE = 60_000;
const BEYOND_ROOM = 360_000;

describe('a statement with many bytes', () => {
  it.each([SMALL, LARGE, BEYOND_ROOM])('of %i letters reaches the database unchanged', async (length) => {
    const text = 'é'.repeat(length);
    const bytes = Buffer.alloc(length, 7);
    const texts = new TextArray(['متجر', '"{,}\\', text, ''].map((each) => Buffer.from(each)));
    const { rows } = await clients[0]!.query({
      name: 'echo',
      text: `select $1::text as text, $2::bytea as bytes, $3::text as none, $4::int as number, $5::text[] as texts,
                    $6::timestamptz as at, $7::text[] as driver`,
      values: [text, bytes, null, 42, texts, new Date('2026-11-23T10:00:00.000Z'), ['a', null]],
    });
    expect(rows).toEqual([
      {
        text,
        bytes,
        none: null,
        number: 42,
        texts: ['متجر', '"{,}\\', text, ''],
        at: new Date('2026-11-23T10:00:00.000Z'),
        driver: ['a', null],
      },
    ]);
  });

  it('keeps its bytes while others are sent on other connections', async () => {
    const query = async (client: pg.Client, of: number) => {
      for (let at = 0; at < 10; at++) {
        const text = `${of}-${at}-${'x'.repeat(17_000 + 1_000 * at)}`;
        const { rows } = await client.query('select md5($1) = md5($2) as same, $1 as text', [text, text]);
        expect(rows).toEqual([{ same: true, text }]);
      }
    };
    await Promise.all(clients.map(query));
  });
});

it('memory is reused after its content was sent, and not before', () => {
  const written: { memory: ArrayBufferLike; sent: () => void }[] = [];
  const open = () => {
    const write = (chunk: Buffer, _encoding: string, sent: () => void) =>
      void written.push({ memory: chunk.buffer, sent });
    const connection = { stream: new Writable({ write }), bind: () => {} } as unknown as BindingConnection;
    bindInReusedBuffer(connection);
    return () => connection.bind({ values: ['x'.repeat(20_000)] });
  };
  const [first, second, third] = [open(), open(), open()];
  first();
  second();
  expect(written[1]!.memory).not.toBe(written[0]!.memory);
  written[0]!.sent();
  return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    third();
    expect(written[2]!.memory).toBe(written[0]!.memory);
  });
});
