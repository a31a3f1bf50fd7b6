import { describe, expect, it } from 'vitest';
import { DIALECT_1987 } from '../mapping/dialect.ts';
import type { NetworkConfiguration } from './network-configuration.ts';
import { findNetworkProblems, readNetwork } from './read-network.ts';

const CLIENTS = [
  { client_id: 'switch', kind: 'network', scopes: ['authorizations:write'] },
  { client_id: 'shop', kind: 'acquirer', scopes: ['merchants:read'] },
];
const NETWORK: NetworkConfiguration = { name: 'switch-1', client_id: 'switch', direction: 'listen', port: '8583' };

function problems(changes: Partial<NetworkConfiguration>, others: readonly NetworkConfiguration[] = []): string[] {
  return findNetworkProblems([...others, { ...NETWORK, ...changes }], { deadlineMs: 3_000, clients: CLIENTS });
}

describe('a network of the configuration', () => {
  it('has defaults', () => {
    expect(problems({})).toEqual([]);
    const { codec: _, ...peer } = readNetwork(NETWORK, 3_000);
    expect(peer).toEqual({
      dialect: DIALECT_1987,
      name: 'switch-1',
      clientId: 'switch',
      bins: undefined,
      direction: 'listen',
      host: '127.0.0.1',
      port: 8_583,
      orAnyPort: false,
      framing: { length: '2-byte', hasTpdu: false },
      tls: undefined,
      addresses: undefined,
      connections: 8,
      inFlight: 256,
      echoMs: 30_000,
      deadlineMs: 3_000,
      signsOn: false,
      codes: {},
    });
    expect(readNetwork({ ...NETWORK, direction: 'dial', host: 'switch.example' }, 3_000)).toMatchObject({
      connections: 1,
      signsOn: true,
    });
  });

  it.each<[Partial<NetworkConfiguration>, string]>([
    [{ name: 'Switch' }, 'name must be lower-case letters, digits and hyphens'],
    [{ client_id: 'nobody' }, 'client_id is not one of oauth_clients'],
    [{ direction: 'dial' }, 'host is missing: it names the peer to dial'],
    [{ port: '70000' }, 'port must be at most 65535'],
    [{ connections: '0' }, 'connections must be 1 to 64'],
    [{ in_flight: '2000' }, 'in_flight must be 1 to 1024'],
    [{ deadline_ms: '4000' }, 'deadline_ms must be 50 to 3000, which is CARDWRIGHT_AUTHORIZATION_DEADLINE_MS'],
    [{ addresses: ['10.0.0.1/40'] }, 'addresses has 10.0.0.1/40, whose subnet is not 0 to 32 bits long'],
    [{ addresses: ['switch'] }, 'addresses has switch, which is not an address or a subnet'],
    [{ tls: { cert_file: 'cert.pem' } }, 'tls needs both cert_file and key_file'],
    [{ tls: { ca_file: 'ca.pem' } }, 'tls needs cert_file and key_file to listen'],
    [
      { response_codes: [{ code: '51', network_code: '6-' }] },
      'response_codes has a network_code that is not two digits or letters',
    ],
    [
      { specification: 'iso1993-ascii', response_codes: [{ code: '51', network_code: '61' }] },
      'response_codes has a network_code that is not three digits',
    ],
  ])('%o is refused: %s', (changes, problem) => {
    expect(problems(changes)).toEqual([`networks[0].${problem}`]);
  });

  it('is refused with the client of an acquirer, and if a file is missing', () => {
    expect(problems({ client_id: 'shop' })).toEqual([
      'networks[0].client_id must be a client of kind network or bank',
      'networks[0].client_id lacks the scope authorizations:write',
    ]);
    expect(problems({ specification: 'missing.json' })[0]).toContain('specification cannot be read from missing.json');
  });

  it('has a name and a port of its own', () => {
    expect(problems({}, [NETWORK])).toEqual(['networks[1].name appears twice', 'networks[1].port appears twice']);
    expect(problems({ name: 'other', host: '127.0.0.2' }, [NETWORK])).toEqual([]);
  });
});
