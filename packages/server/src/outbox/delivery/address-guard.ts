import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from '../endpoints/public-address.ts';

/** Does not name the address: whoever registers an endpoint must not learn what our name servers resolve. */
export class AddressRefused extends Error {
  constructor() {
    super('the address is not public');
  }
}

/** Resolves a name to addresses, with the signature of node:dns lookup. */
type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface AddressGuard {
  readonly allowPrivateAddresses: boolean;
  readonly resolve?: Resolve;
}

/**
 * A connector for undici that connects to public addresses only. A name is resolved once, and the connection goes to
 * one of the addresses that were checked, so a second, different DNS answer (DNS rebinding) has no effect. If any
 * address of a name is not public, the whole name is refused: it is not an ordinary public host.
 */
export function guardedConnector(guard: AddressGuard, options: buildConnector.BuildOptions): buildConnector.connector {
  const isAllowed = guard.allowPrivateAddresses ? () => true : isPublicAddress;
  const lookup = guardedLookup(isAllowed, guard.resolve ?? systemLookup);
  const connect = buildConnector({ ...options, lookup });
  return (target, callback) => {
    // undici does not look up a host that is an IP address already
    const isRefused = isIP(target.hostname) !== 0 && !isAllowed(target.hostname);
    if (isRefused) setImmediate(() => callback(new AddressRefused(), null));
    else connect(target, callback);
  };
}

function guardedLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) callback(error, '');
      else if (!addresses.every(({ address }) => isAllowed(address))) callback(new AddressRefused(), '');
      else if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}
