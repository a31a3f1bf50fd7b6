import type { Cardwright } from '@cardwright/sdk';
import { cardIdentifier } from '../calls/card-identifier.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print } from '../output/print.ts';
import { SandboxError } from '../output/usage-error.ts';
import { sandboxClient } from './sandbox-client.ts';
import { EVENTS, type TriggeredEvent } from './token-events.ts';

const BY = { requested_by: 'ISSUER', reason_code: 'TRIGGERED' } as const;
type Change = (cw: Cardwright, token: string) => Promise<unknown>;

const suspend: Change = (cw, token) => cw.tokens.suspend(token, BY);
/** What follows the token that is made, and with which notification. */
const CHANGES: Readonly<Record<TriggeredEvent, readonly (readonly [sends: string, change: Change])[]>> = {
  AC: [],
  TC: [],
  'TD-3': [['TD-3', (cw, token) => cw.tokens.deactivate(token, BY)]],
  'TD-4': [['TD-4', (cw, token) => cw.tokens.delete(token, BY)]],
  'TD-6': [['TD-6', suspend]],
  TE: [
    ['TD-6', suspend],
    ['TE', (cw, token) => cw.tokens.resume(token, BY)],
  ],
};

/** Takes a new token to the event that is wanted; what has to happen before it sends its notifications too. */
export async function triggerEvent(event: TriggeredEvent, options: SharedOptions & { card?: string }): Promise<void> {
  const { client, fixtures } = await sandboxClient(options);
  const card = options.card ?? fixtures.cards[0]?.exid;
  if (card === undefined) throw new SandboxError('the sandbox has no card', true);
  const activation =
    event === 'AC' ? ({ activation: 'CODE', activation_pref: 'SMS' } as const) : ({ activation: 'NONE' } as const);
  const token = await client.tokens.provision({
    ...cardIdentifier(card),
    requestor_id: '4000000001',
    requestor_name: 'Cardwright CLI',
    device_type: 'PHONE',
    ...activation,
    ...BY,
  });
  const { token_reference: reference } = token;
  const sent = [event === 'AC' ? 'AC' : 'TC'];
  for (const [sends, change] of CHANGES[event]) {
    await change(client, reference);
    sent.push(sends);
  }
  if (options.json) return print(JSON.stringify({ event, token_reference: reference, notifications: sent }));
  print(
    `${EVENTS[event][0]?.toUpperCase()}${EVENTS[event].slice(1)}: token ${reference} of card ${token.card_number}.`,
  );
  print(`On their way to the endpoints of the bank: ${sent.join(', ')}.`);
}
