import { firstCharacters, type Role } from '@cardwright/contract';
import { writeAudit } from '../audit/index.ts';
import type { PeopleDeps } from './people-deps.ts';
import { writePerson } from './people-store.ts';
import { grantContext } from './session-grant.ts';
import { newSecret } from './session-secret.ts';
import { writeSession } from './session-store.ts';
import { logOf, type Tenant } from './tenant.ts';

const LONGEST_NAME = 200;
const LONGEST_USER_AGENT = 200;

/** The origin of a sign-in. */
export interface SignInFrom {
  readonly requestId: string;
  readonly fromAddress: string;
  readonly userAgent: string | undefined;
}

export interface SignInResult {
  readonly tenant: Tenant;
  readonly provider: string;
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly grant?: string;
}

/** Begins a session, with its row of the audit log, and returns the value of its cookie. */
export async function startSession(
  { database, vault, clock, now }: PeopleDeps,
  signIn: SignInResult,
  from: SignInFrom,
): Promise<string> {
  const log = logOf(signIn.tenant);
  const { cookie, hash } = newSecret(log);
  const at = now();
  const person = { ...signIn, name: firstCharacters(signIn.name, LONGEST_NAME) };
  const userAgent = from.userAgent === undefined ? undefined : firstCharacters(from.userAgent, LONGEST_USER_AGENT);
  await database.transaction(async (tx) => {
    await writePerson(tx, log, person, at);
    const grant = signIn.grant === undefined ? undefined : vault.seal(grantContext(log, hash), signIn.grant);
    const { subject, provider, roles } = signIn;
    const session = { secretHash: hash, subject, provider, roles, at, fromAddress: from.fromAddress, userAgent, grant };
    const sessionId = await writeSession(tx, log, session);
    await writeAudit(tx, log, clock.now(), {
      actor: subject,
      operation: 'people.sign-in',
      subject: `session:${sessionId}`,
      outcome: 'signed in',
      requestId: from.requestId,
      fromAddress: from.fromAddress,
      details: { person: person.name, provider, roles: [...roles] },
    });
    return { commit: true, result: undefined };
  });
  return cookie;
}
