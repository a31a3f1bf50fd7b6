import { isIP, type LookupFunction } from 'node:net';
import { DELIVERY_NOTES } from '@cardwright/contract';
import { buildConnector } from 'undici';
import { isPublicAddress } from '../../endpoints/public-address.ts';
import type { HostResolver } from './host-resolver.ts';

/**
 * Does not contain the address, because a caller that registers an endpoint must not learn what this server's name
 * servers resolve.
 */
export class AddressNotAllowed extends Error {
  constructor() {
    super(DELIVERY_NOTES.addressPrivate);
  }
}

export interface AddressGuard {
  readonly allowPrivateAddresses: boolean;
  readonly hosts: Pick<HostResolver, 'resolve'>;
}

/**
 * A connector for undici that connects to public addresses only. A name is resolved once, and the connection goes to
 * one of the addresses that were checked, so a second, different DNS answer (DNS rebinding) has no effect. If any
 * address of a name is not public, the whole name is refused: it is not an ordinary public host.
 */
export function guardedConnector(
  guard: AddressGuard,
  owner: string,
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  const isAllowed = guard.allowPrivateAddresses ? () => true : isPublicAddress;
  const connect = buildConnector({ ...options, lookup: guardedLookup(isAllowed, guard.hosts, owner) });
  return (target, callback) => {
    // undici does not look up a host that is an IP address already
    const isForbidden = isIP(target.hostname) !== 0 && !isAllowed(target.hostname);
    if (isForbidden) setImmediate(() => callback(new AddressNotAllowed(), null));
    else connect(target, callback);
  };
}

function guardedLookup(
  isAllowed: (address: string) => boolean,
  hosts: AddressGuard['hosts'],
  owner: string,
): LookupFunction {
  return (hostname, options, callback) => {
    hosts.resolve(owner, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
          callback(new AddressNotAllowed(), '');
        else if (options.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}
