import { beforeAll, describe, expect, it } from 'vitest';
import { amend, boardMerchants, merchantBody, newId, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

interface Change {
  path: string;
  from: unknown;
  to: unknown;
}
interface Version {
  version: number;
  changes: Change[];
  moreChanges?: number;
}

/** Returns twenty addresses with a hundred lines of a hundred characters each. */
function addressesOf(letter: string): object[] {
  const first = { name: letter, countryCode: 'ARE', city: 'Dubai', postalCode: '1', email: 'a@b.example' };
  const addressLines = Array.from({ length: 100 }, (_, at) => `${at} `.padEnd(100, letter));
  return Array.from({ length: 20 }, () => ({ ...first, addressLines }));
}

async function get(url: string): Promise<{ status: number; text: string; json: Record<string, never> }> {
  return (await server.request({ method: 'GET', url: `/V2/merchants/${url}`, as: 'demo-acquirer' })) as never;
}

describe('a merchant whose versions changed thousands of values', () => {
  const id = newId('WIDE');
  beforeAll(async () => {
    await boardMerchants(server, [merchantBody(id, { addresses: addressesOf('a') })]);
    for (const letter of ['b', 'c', 'd']) {
      const answer = await amend(server, id, ['ADDRESS'], { addresses: addressesOf(letter) });
      expect(answer.status, answer.text.slice(0, 500)).toBe(202);
    }
  });

  it('is returned with the first changes of each version, and the number of the others', async () => {
    const answer = await get(id);
    const versions = answer.json.versions as unknown as Version[];
    expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    // Twenty names and two thousand lines change. Each change has some 270 characters.
    expect(versions.map(({ changes, moreChanges }) => [changes.length, moreChanges])).toEqual([
      [16, 2004],
      [16, 2004],
      [16, 2004],
      [0, undefined],
    ]);
    expect(versions[0]?.changes[0]).toEqual({ path: 'addresses[0].name', from: 'c', to: 'd' });
    expect(answer.text.length).toBeLessThan(300_000);
  });

  it('has a list of versions in the same form', async () => {
    const answer = await get(`${id}/versions`);
    const versions = answer.json.versions as unknown as Version[];
    expect(versions.map(({ changes, moreChanges }) => [changes.length, moreChanges])).toEqual([
      [16, 2004],
      [16, 2004],
      [16, 2004],
      [0, undefined],
    ]);
    expect(answer.text.length).toBeLessThan(20_000);
  });

  it('has all changes of a version page by page, in their order', async () => {
    const all: Change[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const { json } = await get(`${id}/versions?version=3&limit=200${cursor && `&cursor=${cursor}`}`);
      const [version] = json.versions as unknown as Version[];
      expect(version?.version).toBe(3);
      all.push(...version!.changes);
      expect((version?.moreChanges ?? 0) + all.length).toBe(2020);
      cursor = json.next_cursor as unknown as string | null;
      pages += 1;
    }
    expect([pages, all.length]).toEqual([11, 2020]);
    expect(all[0]).toEqual({ path: 'addresses[0].name', from: 'b', to: 'c' });
    expect(all.at(-1)).toEqual({
      path: 'addresses[19].addressLines[99]',
      from: '99 '.padEnd(100, 'b'),
      to: '99 '.padEnd(100, 'c'),
    });
  });

  it('returns an error for a version that it does not have', async () => {
    const answer = await get(`${id}/versions?version=5`);
    expect([answer.status, answer.json.error_code, answer.json.detail]).toEqual([
      400,
      '106',
      'version must be a version of the merchant',
    ]);
  });
});

describe('a merchant of more than 256 KiB', () => {
  it('is refused, because an answer contains a whole merchant', async () => {
    const sent = (length: number) =>
      onboard(server, requestOf([merchantBody(newId('VAST'), { note: 'x'.repeat(length) })]));
    expect((await sent(255 * 1024)).status).toBe(202);
    const answer = await sent(257 * 1024);
    expect([answer.status, answer.json.errors]).toEqual([
      400,
      [
        {
          path: 'payload.applications[0].merchants[0]',
          code: '104',
          message: 'must have at most 256 KiB as JSON',
          action: 'take fields or entries out of the merchant',
        },
      ],
    ]);
  });

  it('cannot result from an amendment', async () => {
    const id = newId('GROWN');
    await boardMerchants(server, [merchantBody(id, { note: 'x'.repeat(100 * 1024) })]);
    const answer = await amend(server, id, ['ADDRESS'], { addresses: addressesOf('e') });
    expect([answer.status, answer.json.error_code]).toEqual([400, '104']);
  });

  it('can be held, released, made smaller and closed, but not enlarged, if it is older than the limit', async () => {
    const id = newId('EARLIER');
    await boardMerchants(server, [merchantBody(id)]);
    const note = 'x'.repeat(300 * 1024);
    await server.db.sql(
      `update merchants set record = left(record, -1) || ',"note":"' || $2::text || '"}' where merchant_id = $1`,
      [id, note],
    );
    const amended = async (type: string, more: Record<string, unknown> = {}) =>
      (await amend(server, id, [type], more)).status;
    expect(await amended('HOLD')).toBe(202);
    expect(await amended('RELEASE')).toBe(202);
    const [first] = merchantBody(id).addresses as [{ name: string }];
    expect(await amended('ADDRESS', { addresses: [{ ...first, name: 'Longer than before' }] })).toBe(400);
    expect(await amended('ADDRESS', { addresses: [{ ...first, name: 'Short' }] })).toBe(202);
    expect(await amended('CLOSURE')).toBe(202);
  });
});
