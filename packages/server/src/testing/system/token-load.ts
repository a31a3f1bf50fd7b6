import { expect } from 'vitest';
import { type IssuedCard, issueCard, type Sender } from '../cards/issued-cards.ts';

/** A token, and what has happened to it as its owner knows. */
export interface LoadedToken {
  /** Its requestor's name, which each of its notifications contains. */
  readonly name: string;
  readonly reference: string;
  /** Reasons of its suspensions and resumptions that are known to have happened, in order. */
  readonly reasons: string[];
}

const CARDS = 20;

/** Tokens of some cards, each active. */
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
 * Suspends and resumes a token in turns, until so many changes have happened. A change whose answer was lost is asked for
 * again: then it is refused, because it had happened, or it happens now.
 */
export async function suspendAndResume(server: () => Promise<Sender>, as: string, token: LoadedToken, changes: number) {
  while (token.reasons.length < changes) {
    const reason = `CHANGE-${String(token.reasons.length + 1).padStart(3, '0')}`;
    const action = token.reasons.length % 2 === 0 ? 'suspend' : 'resume';
    let wasLost = false;
    for (let known = false; !known; ) {
      const status = await ask(await server(), as, `/V2/tokens/${token.reference}/${action}`, reason);
      // 420: the change has already happened; only its answer was lost
      known = status === 200 || (status === 409 && wasLost);
      wasLost ||= !known;
      if (!known) expect([undefined, 503, 504]).toContain(status);
    }
    token.reasons.push(reason);
  }
}

/** The status of the answer; undefined when there was none. */
async function ask(server: Sender, as: string, url: string, reason: string): Promise<number | undefined> {
  try {
    const payload = { requested_by: 'ISSUER', reason_code: reason };
    return (await server.request({ method: 'POST', url, as, payload })).status;
  } catch (error) {
    // undici's word for a connection that broke or was refused: the server is gone
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
