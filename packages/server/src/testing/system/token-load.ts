import { expect } from 'vitest';
import { type IssuedCard, issueCard, type Sender } from '../cards/issued-cards.ts';

/** A token, and its changes as its owner knows them. */
export interface LoadedToken {
  /** The name of its requestor, which each of its notifications contains. */
  readonly name: string;
  readonly reference: string;
  /** The reasons of its confirmed suspensions and resumptions, in order. */
  readonly reasons: string[];
}

const CARDS = 20;

/** Creates active tokens of some cards. */
export async function provisionTokens(server: Sender, as: string, count: number): Promise<LoadedToken[]> {
  const cards: IssuedCard[] = [];
  for (let made = 0; made < CARDS; made++) cards.push(await issueCard(server, { as }));
  const tokens: LoadedToken[] = [];
  for (let made = 0; made < count; made++) {
    const name = `Wallet ${String(made + 1).padStart(3, '0')}`;
    const answer = await server.request({
      method: 'POST',
      url: '/V2/tokens',
      as,
      payload: {
        card_identifier_id: cards[made % CARDS]!.exid,
        card_identifier_type: 'EXID',
        requestor_id: '4001003027',
        requestor_name: name,
        device_type: 'PHONE',
        activation: 'NONE',
        requested_by: 'CARDHOLDER',
        reason_code: 'PROVISIONED',
      },
    });
    expect(answer).toMatchObject({ status: 200, json: { token_state: 'ACTIVE' } });
    tokens.push({ name, reference: String(answer.json.token_reference), reasons: [] });
  }
  return tokens;
}

/**
 * Suspends and resumes a token in turn, until `changes` changes have happened. After a lost answer, repeats the change: the
 * repeat is refused if the change had happened, and succeeds otherwise.
 */
export async function suspendAndResume(server: () => Promise<Sender>, as: string, token: LoadedToken, changes: number) {
  while (token.reasons.length < changes) {
    const reason = `CHANGE-${String(token.reasons.length + 1).padStart(3, '0')}`;
    const action = token.reasons.length % 2 === 0 ? 'suspend' : 'resume';
    let wasLost = false;
    for (let known = false; !known; ) {
      const status = await change(await server(), as, `/V2/tokens/${token.reference}/${action}`, reason);
      // 420: the change has happened, and only its answer was lost
      known = status === 200 || (status === 409 && wasLost);
      wasLost ||= !known;
      if (!known) expect([undefined, 503, 504]).toContain(status);
    }
    token.reasons.push(reason);
  }
}

/** Returns the status of the answer; undefined if there was none. */
async function change(server: Sender, as: string, url: string, reason: string): Promise<number | undefined> {
  try {
    const payload = { requested_by: 'ISSUER', reason_code: reason };
    return (await server.request({ method: 'POST', url, as, payload })).status;
  } catch (error) {
    // undici reports a broken or refused connection like this: the server is gone
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
