import * as oidc from 'openid-client';
import { discoverProvider, inItsWords, toPersonTokens } from '../connection/person-tokens.ts';
import type { PersonTokens } from '../connection/profile-file.ts';
import { printMessage } from '../output/print.ts';
import { untilInterrupted } from '../output/until-interrupted.ts';
import { UsageError } from '../output/usage-error.ts';

/** The parameters of a request to an identity provider. */
export interface DeviceQuestion {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** Sent unchanged, for providers that require an audience or a resource. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Signs a person in at an identity provider with a code that the person enters in any browser (RFC 8628). This program
 * never sees a password and needs no port.
 */
export async function signInByDevice({ issuer, clientId, scope, parameters }: DeviceQuestion): Promise<PersonTokens> {
  const provider = await discoverProvider(issuer, clientId);
  if (provider.serverMetadata().device_authorization_endpoint === undefined) {
    throw new UsageError(`${issuer} does not support the device flow`);
  }
  const code = await inItsWords(issuer, () => oidc.initiateDeviceAuthorization(provider, { ...parameters, scope }));
  printMessage(`Open ${code.verification_uri} in a browser, and enter the code ${code.user_code}`);
  if (code.verification_uri_complete !== undefined) printMessage(`or open ${code.verification_uri_complete}`);
  printMessage('Waiting for you to sign in ...');
  const signal = untilInterrupted();
  const answer = await inItsWords(issuer, () =>
    oidc.pollDeviceAuthorizationGrant(provider, code, parameters, { signal }),
  );
  return toPersonTokens({ issuer, scope, parameters }, answer);
}
