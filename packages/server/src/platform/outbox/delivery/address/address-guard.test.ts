import { describe, expect, it } from 'vitest';
import { deliverersOfEachTest, delivery } from '../../../../testing/deliverers.ts';

const { receiver, deliverer } = deliverersOfEachTest();

describe('in production', () => {
  const PRODUCTION = { allowPrivateAddresses: false, allowHttp: false };

  it('refuses a URL with an address that is not public, in any notation', async () => {
    const bank = await receiver();
    const port = new URL(bank.url).port;
    const { deliver } = deliverer(PRODUCTION);
    const hosts = ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]'];
    for (const host of [...hosts, '169.254.169.254', '[fd00::1]', '10.0.0.1']) {
      const result = await deliver(delivery(`https://${host}:${port}/`));
      expect([host, result.outcome, result.reason]).toEqual([host, 'ADDRESS_REFUSED', 'the address is not public']);
    }
    expect(bank.connections()).toBe(0);
  });

  it('refuses a name that resolves to a private address, even among public ones', async () => {
    const bank = await receiver();
    const port = new URL(bank.url).port;
    const private_ = { address: '127.0.0.1', family: 4 };
    const public_ = { address: '93.184.215.14', family: 4 };
    for (const addresses of [[private_], [public_, private_], [private_, public_]]) {
      const { deliver } = deliverer({ ...PRODUCTION, hosts: { resolve: async () => addresses } });
      const result = await deliver(delivery(`https://bank.example:${port}/`));
      expect(result).toMatchObject({ outcome: 'ADDRESS_REFUSED', reason: 'the address is not public' });
    }
    expect(bank.connections()).toBe(0);
  });

  it('refuses localhost', async () => {
    const bank = await receiver();
    const { deliver } = deliverer(PRODUCTION);
    const result = await deliver(delivery(`https://localhost:${new URL(bank.url).port}/`));
    expect(result.outcome).toBe('ADDRESS_REFUSED');
    expect(bank.connections()).toBe(0);
  });

  it('refuses http', async () => {
    const bank = await receiver({ tls: 'none' });
    const { deliver } = deliverer({ ...PRODUCTION, allowPrivateAddresses: true });
    const result = await deliver(delivery(bank.url));
    expect(result).toMatchObject({ outcome: 'ADDRESS_REFUSED', reason: 'only https URLs are allowed' });
    expect(bank.connections()).toBe(0);
  });
});

describe('a name', () => {
  it('is resolved once for a connection, which goes to the address that was checked', async () => {
    const bank = await receiver();
    const port = new URL(bank.url).port;
    const names: string[] = [];
    const { deliver } = deliverer({
      hosts: {
        resolve: async (_owner, name) => {
          names.push(name);
          // a second lookup would return another address, where nothing listens
          return [{ address: names.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
        },
      },
    });
    expect((await deliver(delivery(`https://localhost:${port}/`))).outcome).toBe('DELIVERED');
    expect(names).toEqual(['localhost']);
  });

  it('that resolves to a public address first and a private one later gets no connection to either', async () => {
    const bank = await receiver();
    const port = new URL(bank.url).port;
    const answers_ = ['::ffff:127.0.0.1', '127.0.0.1'];
    const { deliver } = deliverer({
      allowPrivateAddresses: false,
      hosts: { resolve: async () => [{ address: answers_.shift()!, family: 4 }] },
    });
    for (let time = 0; time < 2; time++) {
      expect((await deliver(delivery(`https://localhost:${port}/`))).outcome).toBe('ADDRESS_REFUSED');
    }
    expect(bank.connections()).toBe(0);
  });
});
